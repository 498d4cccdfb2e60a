// The page docs/guide/two-agents.md is played: its commands are given to a real Drover with the real claude and the real codex, and what they print is what the page says.
// `WRITE_WALK=1 npx vitest run --project deep test/deep/walk.test.ts` writes it anew.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built } from '../e2e/built.ts';
import type { Heard } from '../fakes/model-server/play.ts';
import { openRealWorld, type RealWorld } from './real-world.ts';
import { turn } from './scenes.ts';

const page = join(import.meta.dirname, '../../docs/guide/two-agents.md');
const cli = built('cli');
const isWritten = process.env.WRITE_WALK === '1';

const clamp = `// The nearest number within both bounds.
export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
`;
const clampTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clamp } from '../src/clamp.js';

test('what lies outside is moved to the nearest bound', () => {
  assert.deepEqual([-1, 5, 11].map((each) => clamp(each, 0, 10)), [0, 5, 10]);
});
`;

/** What the model behind claude does, then the one behind codex; neither takes the other's turn. */
const plays = (checkout: string) => {
  const write = (path: string, content: string) => ({
    call: { name: 'Write', input: { file_path: join(checkout, path), content } },
  });
  const only = (api: Heard['api'], ...[prompt, acts]: Parameters<typeof turn>) =>
    turn(prompt, acts).map((play) => ({ ...play, when: { ...play.when, api } }));
  return [
    ...only('anthropic', /Write src\/clamp/, [
      write('src/clamp.js', clamp),
      write('test/clamp.test.js', clampTest),
      { shell: 'node --test test/clamp.test.js' },
      { say: 'clamp is in src/clamp.js, and its test passes.' },
    ]),
    ...only('anthropic', /^Ask the reviewer/, [
      { shell: 'drover send reviewer "Review src/clamp.js and its test."' },
      { say: 'The reviewer has been asked.' },
    ]),
    ...only('responses', /Review src\/clamp/, [
      { shell: 'cat src/clamp.js && touch review.md' },
      { say: 'It is right. One note: bounds in the wrong order are taken as they come.' },
    ]),
  ];
};

/** What differs from one walk to the next, said as if it did not. */
const constants: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  [/…\S*\/shop/g, (found) => '/home/me/shop'.padEnd(found.length)],
  [/\bv\d+\.\d+\.\d+/g, 'v…'],
  [/ at=[^\]]*\]/g, ' at=2026-11-21T09:00:00.000Z]'],
  [/\d{4}-\d\d-\d\d \d\d:\d\d/g, '2026-11-21 09:00'],
  [/(?<=permission, )\S+/g, 'now'],
  // How long codex and claude say that they worked; codex's line of status is filled in over time.
  [/^✻ .*$/gmu, '✻ Worked for 5s'],
  [/^ {2}Worked for .*\n\n?/gm, ''],
  [/^ {2}mock-model default .*$/gm, '  mock-model default · /home/me/shop'],
  // A command that failed at once is shown or not, as codex comes to it; what the model was told of it is looked at below.
  [/^• Exited \(status 1\)[^•]*/gm, ''],
  // claude's hints come and go.
  [/(?<=manual mode on) · .*$/gm, ' · ? for shortcuts'],
  [/^ {2}← for agents .*$/gm, '  ← for agents · ? for shortcuts'],
  [/[ \u00a0]+$/gm, ''],
  [/\n{3,}/g, '\n\n'],
];

/** Spans in a table keep its columns: under a head they are as wide as that, else what follows moves. */
const spans = (printed: string): string =>
  printed.startsWith('ID ')
    ? printed.replace(/(?<= )(now|\d+[smhd])(?= |$)/gm, (found) => '2s'.padEnd(found.length))
    : printed.replace(/ {2}(now|\d+[smhd]) +(?=\S)/g, '  5s  ');

/** Of a line of shell, the words after `drover`. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(1);

describe('the walk of the guide', () => {
  let world: RealWorld;
  let committed: string;
  let seen: string;

  async function say(line: string): Promise<string> {
    const { code, out, err } = await world.drover(wordsOf(line));
    const printed = spans(`${out}${err}`.replace(/\n$/, '')).replaceAll(world.checkout, '/home/me/shop');
    const plain = constants.reduce((text, [what, like]) => text.replace(what, like as () => string), printed);
    // The rest of the walk would only wait for what cannot come.
    if (code !== 0 && code !== 6) throw new Error(`${line}: ${code} ${plain}\n${world.log()}`);
    return `$ ${line}\n${plain}${code === 0 ? '' : `\n[exit ${code}]`}`;
  }

  /** A look may come before the picture is whole: it is repeated until it is the page's, or while a new page is written, until it stays. */
  async function look(line: string, wanted: string): Promise<string> {
    let last = '';
    const isThere = (now: string) => {
      const same = now === (isWritten ? last : wanted);
      last = now;
      return same;
    };
    return world.until(() => say(line), isThere, 20_000).catch(() => last);
  }

  /** Each command of the page in its place, with what it printed now. */
  async function walk(text: string): Promise<string> {
    const parts = text.split(/^(?=\$ drover|```)/m);
    const walked: string[] = [];
    for (const part of parts) {
      const line = /^\$ (drover .*)/.exec(part)?.[1];
      const isLook = line !== undefined && /^drover (ps|pane|inbox|answer$)/.test(line);
      const told = line === undefined ? part : `${await (isLook ? look(line, part.trimEnd()) : say(line))}\n`;
      walked.push(told);
    }
    return walked.join('');
  }

  beforeAll(async () => {
    world = await openRealWorld();
    beUsedToBoth(world);
    world.model.play(plays(world.checkout));
    await world.until(
      () => world.drover(['ps']),
      ({ code }) => code === 0,
    );
    committed = readFileSync(page, 'utf8');
    seen = await walk(committed);
    if (isWritten) writeFileSync(page, seen);
  });
  afterAll(() => world?.close());

  it('is as it was recorded', () => {
    expect(seen).toBe(isWritten ? readFileSync(page, 'utf8') : committed);
  });

  it('made a function whose test passes, and nothing else', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--test', 'test/clamp.test.js'], {
      cwd: world.checkout,
      env: world.env,
    });
    expect(stdout).toMatch(/pass 1\b/);
    expect(await world.git('status', '--short')).toBe('?? src/clamp.js\n?? test/clamp.test.js');
    expect(existsSync(join(world.checkout, 'review.md'))).toBe(false);
  });

  it('took the message of one agent to the other, with a header that names the sender', () => {
    const asked = world.model.requests.find(({ api }) => api === 'responses');
    expect(asked?.last.text).toMatch(
      /^\[drover relay from=writer id=s1 at=\S+\]\nReview src\/clamp\.js and its test\.$/,
    );
    const refused = world.model.requests.findLast(({ api }) => api === 'responses');
    expect(refused?.last.text).toContain('Read-only file system');
  });
});

/** The person has begun both programs in this folder before, so neither asks for trust; `drover` is a program on their PATH. */
function beUsedToBoth({ home, checkout, folder, env }: RealWorld): void {
  const projects = { [checkout]: { hasTrustDialogAccepted: true } };
  const keys = { approved: [env.ANTHROPIC_API_KEY], rejected: [] };
  writeFileSync(
    join(home, '.claude.json'),
    JSON.stringify({ hasCompletedOnboarding: true, theme: 'dark', customApiKeyResponses: keys, projects }),
  );
  const toml = join(home, '.codex', 'config.toml');
  const trusted = `[projects.${JSON.stringify(checkout)}]\ntrust_level = "trusted"\n`;
  writeFileSync(toml, `${readFileSync(toml, 'utf8')}${trusted}`);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'drover'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`);
  chmodSync(join(bin, 'drover'), 0o755);
  env.PATH = `${bin}:${env.PATH}`;
}
