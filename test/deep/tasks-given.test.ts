// A task whose roles are filled by the real claude and the real codex, in the sandbox: tools of a server, instructions of the repository, a review by the other.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskDetail } from '../../src/contract/task.ts';
import type { Play } from '../fakes/model-server/play.ts';
import { openRealWorld, type RealName, type RealWorld } from './real-world.ts';
import { halfOf } from './rotation.ts';
import { analysis, rightFix, turn } from './scenes.ts';

const server = new URL('../fakes/mcp-server/main.ts', import.meta.url).pathname;
const review = (severity: string) => ({
  say: JSON.stringify({
    summary: 'Minutes are minutes.',
    findings: [{ severity, file: 'src/schedule.js', line: 2, what: 'a bare number', why: 'nobody knows it' }],
  }),
});
/** One that only reads is kept from it. */
const trespass: Readonly<Record<RealName, Play>> = {
  claude: { call: { name: 'Write', input: { file_path: 'trespass.txt', content: 'x' } } },
  codex: { shell: 'echo x > trespass.txt' },
};

const pairs = [
  ['claude', 'codex'],
  ['codex', 'claude'],
] as const;

describe.each(halfOf('pairs of real agents', pairs))('a task that %s does and %s reviews', (developer, reviewer) => {
  let world: RealWorld;
  let done: TaskDetail;
  let log: string;
  /** What the model was sent in turns that begin with these words. */
  const sent = (words: RegExp) =>
    world.model.bodies.filter((_body, at) => world.model.requests[at]?.users.some((text) => words.test(text)));

  beforeAll(async () => {
    world = await openRealWorld({ env: { PROBE_WORD: 'rainbow' } });
    for (const [path, text] of Object.entries({ 'AGENTS.md': 'Say <numbers> in full.', 'CLAUDE.md': 'Be <brief>.' }))
      writeFileSync(join(world.checkout, path), `${text}\n`);
    await world.git('add', '.');
    await world.git('commit', '--quiet', '-m', 'Instructions');
    await world.git('push', '--quiet', 'origin', 'main');
    world.configure(`workspaces:
  shop: { path: ${world.checkout}, agents: { analyze: [${developer}], develop: [${developer}], review: [${developer}, ${reviewer}] } }
mcp:
  servers:
    probe: { command: ${process.execPath}, args: [${server}], env: [PROBE_WORD], reads: [${dirname(server)}] }`);
    world.model.play([
      ...analysis(developer),
      ...turn(/^Review the plan/, [trespass[reviewer], review('P3')]),
      ...rightFix(1),
      ...turn(/^Review the change/, [trespass[reviewer], review('P2')]),
    ]);
    done = await world.ended(await world.begin('The heartbeat job fires too early.'));
    log = await world.told(done.id);
  });
  afterAll(() => world?.close());

  it('is read by the other one, plan and change, which cannot write, and the pull request tells what was found', () => {
    expect(done.outcome, log).toBe('released');
    expect(log).toContain(`${reviewer} reads the whole change`);
    expect(log).not.toContain('wrote although it may only read');
    expect(log).toContain(`${reviewer} reads the plan, review 1`);
    expect(log).toContain(`${reviewer} has read the plan: P3 src/schedule.js:2 a bare number`);
    const page = readFileSync(done.pull_request?.replace('file://', '') ?? '', 'utf8');
    expect(page).toContain('P2 src/schedule.js:2 a bare number');
    expect(sent(/^Review the change/)[0]).toContain('+const MINUTE = 60_000;');
  });

  it('has the tools of the server where it writes, with the variable that it needs, and none where it only reads', () => {
    expect(sent(/^Attempt 1 of/)[0]).toContain('weather_rainbow');
    for (const body of [...sent(/^Analyse the task/), ...sent(/^Review the plan/), ...sent(/^Review the change/)])
      expect(body).not.toContain('weather_');
    expect(log).not.toContain('nowhere');
  });

  it('is told the instructions of the repository, whichever file they are in, by both agents once', () => {
    for (const body of [sent(/^Attempt 1 of/)[0], sent(/^Review the change/)[0]])
      for (const words of ['<numbers>', '<brief>']) expect(body?.split(words).length, words).toBe(2);
  });
});
