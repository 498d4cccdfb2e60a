// Commands of a pre-analysis as runs: our program or bash, held by a real keeper, in the sandbox where there is one.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseSandboxes } from '../../src/daemon/agents.ts';
import { createStateFiles } from '../../src/daemon/system/files.ts';
import { randomIds } from '../../src/daemon/system/secrets.ts';
import { ok } from '../../src/domain/error.ts';
import { readPreCommand } from '../../src/domain/flow/pre-command.ts';
import { type RunId, runId, taskId } from '../../src/domain/ids.ts';
import {
  type Looked,
  type Lookup,
  type LookupCommand,
  lookupSpec,
  type ValuePart,
  type Values,
} from '../../src/domain/run/lookup.ts';
import type { AgentPurpose, Run } from '../../src/domain/run/run.ts';
import type { McpServer } from '../../src/domain/task/settings/settings.ts';
import { writePrompt } from '../../src/effects/run/prompt.ts';
import { readRun } from '../../src/effects/run/read.ts';
import { startRun } from '../../src/effects/run/start.ts';
import { foundFile } from '../../src/effects/run/values.ts';
import { createLookups } from '../../src/lookups/create-lookups.ts';
import type { PersonConfig } from '../../src/ports/config.ts';
import type { EffectContext, EffectPorts } from '../../src/ports/effect.ts';
import { bundleProgram } from '../fakes/bundle-program.ts';
import { createKeeperFake } from '../fakes/keeper.ts';
import { turn } from '../fakes/outside.ts';

type Asked = {
  readonly tells?: true;
  readonly values?: Values;
  readonly servers?: readonly McpServer[];
  readonly deadlineMs?: number;
  readonly below?: string;
  readonly given?: Readonly<Record<string, string>>;
};
type Found = Looked & { readonly run: RunId; readonly text: string };

let root: string;
let copy: string;
let keeper: ReturnType<typeof createKeeperFake>;
let ports: EffectPorts;
let runs = 0;
/** What is known of the task: nothing, but for whoever says otherwise. */
let place: object | null = null;
const patience = 60_000;
const odd = new URL('../fakes/mcp-server/odd.ts', import.meta.url).pathname;
const program = await bundleProgram(fileURLToPath(new URL('../../src/lookups/main.ts', import.meta.url)));

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(process.env.HOME ?? '', 'lookup-')));
  const state = join(root, 'state');
  copy = join(state, 'copies/shop-1');
  for (const [path, text] of Object.entries(project)) lay(join(copy, path), text);
  writeFileSync(join(copy, 'long.txt'), `${'é'.repeat(600_000)}`);
  writeFileSync(join(copy, 'binary'), Buffer.from([0, 1, 2, 255]));
  lay(join(root, 'secret.txt'), 'heartbeat: the key');
  symlinkSync(join(root, 'secret.txt'), join(copy, 'link.txt'));
  symlinkSync(root, join(copy, 'out'));
  keeper = createKeeperFake(join(root, 'k'));
  ports = portsIn(state);
});
afterAll(() => keeper.close());

const project = {
  'src/a.ts': 'export const heartbeat = 1;\nlate();\n',
  'src/deep/b.ts': '// heartbeat (late)\n',
  'docs/read me.md': 'heartbeat\r\n',
  'node_modules/x/index.js': 'heartbeat',
  '.git/config': 'heartbeat',
  'submodule/.git': 'heartbeat',
  '.hidden/c.ts': 'no beat',
};

function lay(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

function portsIn(state: string): EffectPorts {
  const env = { PATH: process.env.PATH ?? '', HOME: root, PROBE_WORD: 'sesame', OTHER: 'not named' };
  const sandboxPlace = {
    ...{ home: root, agentHomes: [], stateFolder: state, node: process.execPath, path: env.PATH },
    gateway: new URL('../../src/sandbox/gateway/main.ts', import.meta.url).pathname,
  };
  const config = { read: async () => ok({} as PersonConfig), expand: (path: string) => path };
  return {
    ...{ keeper, config, lookups: createLookups(program), files: createStateFiles(state, randomIds.uuid) },
    store: { read: async () => place },
    person: { env: () => env, home: root },
    sandboxes: chooseSandboxes(sandboxPlace, config),
    git: { lentTo: async () => [] },
  } as unknown as EffectPorts;
}

async function look(command: LookupCommand, { values = {}, deadlineMs, ...more }: Asked = {}): Promise<Found> {
  const id = runId(++runs);
  const purpose: Lookup = {
    ...{ kind: 'lookup', command, values, folder: copy, hub: { path: root, checkout: root }, dependencies: null },
    ...more,
  };
  const spec = { ...lookupSpec(purpose, 'auto'), ...(deadlineMs && { deadlineMs }) };
  const thing = { id, task: taskId('shop', 1), kind: 'run', spec };
  const context = { thing, fenced: async () => true } as unknown as EffectContext;
  expect(await startRun(ports, {}, context)).toMatchObject({ kind: 'done' });
  await expect.poll(async () => (await keeper.find(id))?.ending ?? null, { timeout: patience }).not.toBe(null);
  const read = await readRun(ports, {}, context);
  if (read.kind !== 'done' || read.output?.result.kind !== 'looked') throw new Error(JSON.stringify(read));
  return { ...read.output.result.looked, run: id, text: textOf(id) };
}

/** As a run that found it has left it. */
async function found(text: string): Promise<ValuePart> {
  const id = runId(++runs);
  await ports.files.write(foundFile(id), text);
  return { run: id, bytes: Buffer.byteLength(text) };
}

const textOf = (id: RunId) => readFileSync(join(root, 'state/runs', id, 'found.txt'), 'utf8');

function said(text: string): LookupCommand {
  const read = readPreCommand(text);
  if (!read.ok || read.value.kind === 'run') throw new Error(text);
  return read.value;
}

describe('what a pre-analysis looks up', { timeout: 2 * patience }, () => {
  it.each([
    ['Read(src/a.ts)', project['src/a.ts']],
    ['Read("docs/read me.md")', 'heartbeat\r\n'],
    ['Glob(src/**/*.ts)', 'src/a.ts\nsrc/deep/b.ts\n'],
    ['Glob(**/*.{ts,md})', '.hidden/c.ts\ndocs/read me.md\nsrc/a.ts\nsrc/deep/b.ts\n'],
    ['Glob(nothing/*)', ''],
    [
      'Search(heartbeat)',
      'docs/read me.md:1: heartbeat\nsrc/a.ts:1: export const heartbeat = 1;\nsrc/deep/b.ts:1: // heartbeat (late)\n',
    ],
    ['Search(late\\(, src)', 'src/a.ts:2: late();\n'],
    ['Search(^late, src/a.ts)', 'src/a.ts:2: late();\n'],
    ['bash(cat src/a.ts | wc -l && echo "a)b")', '2\na)b\n'],
  ])('PC-55 %s finds it', async (command, expected) => {
    expect(await look(said(command))).toMatchObject({ ok: true, why: '', cut: false, text: expected });
  });

  it.each([
    ['Read(b.ts)', '// heartbeat (late)\n'],
    ['Read(./b.ts)', '// heartbeat (late)\n'],
    ['Glob(./*.ts)', 'b.ts\n'],
    ['Search(beat, .)', 'b.ts:1: // heartbeat (late)\n'],
    ['Search(beat)', 'b.ts:1: // heartbeat (late)\n'],
    ['bash(pwd | sed "s|.*/||"; ls # all\n)', 'deep\nb.ts\n'],
  ])('PC-55 %s finds it where the paths of its flow begin', async (command, expected) => {
    expect(await look(said(command), { below: 'src/deep' })).toMatchObject({ ok: true, why: '', text: expected });
  });

  it('PC-55 a file by its path in the checkout is that of the copy, and one that no copy has is read where it is kept', async () => {
    expect(await look(said(`Read(${root}/src/a.ts)`))).toMatchObject({ text: project['src/a.ts'] });
    expect(await look(said(`Search(late, ${root}/src/deep)`))).toMatchObject({
      text: 'src/deep/b.ts:1: // heartbeat (late)\n',
    });
    const path = '.workflow/x.json';
    lay(join(root, 'kept/x.json'), '{"kept": 1}');
    const given = { [path]: join(root, 'kept/x.json') };
    for (const named of [path, `${root}/${path}`])
      expect(await look(said(`Read(${named})`), { given })).toMatchObject({ ok: true, text: '{"kept": 1}' });
    expect(await look(said(`Read(${root}/src/deep/${path})`), { given, below: 'src/deep' })).toMatchObject({
      ok: true,
    });
    expect(await look(said('Read(.workflow/y.json)'), { given })).toMatchObject({ ok: false });
  });

  it.each([
    ['Read(nothing.md)', 'there is no nothing.md'],
    ['Read(src)', 'src is a folder'],
    ['Read(link.txt)', 'link.txt is a link'],
    ['Read(out/secret.txt)', 'out/secret.txt is a link'],
    ['Read(../secret.txt)', '../secret.txt leads out of the copy'],
    ['Read(/etc/passwd)', '/etc/passwd leads out of the copy'],
    ['Read(.git/config)', ".git/config is git's own"],
    ['Search(key, out)', 'out is a link'],
    ['Search(heartbeat()', 'is no regular expression'],
    ['Glob(../*)', '../* leads out of the copy'],
    ['bash(echo half; echo broken >&2; exit 7)', 'exit 7'],
    ['mcp__nobody__say()', 'there is no server nobody in mcp.servers'],
  ])('PC-64 %s finds nothing, and says why', async (command, why) => {
    const found = await look(
      command === 'Search(heartbeat()' ? { kind: 'search', pattern: 'heartbeat(', path: null } : said(command),
    );
    expect(found).toMatchObject({ ok: false, why: expect.stringContaining(why) });
    expect(found.text).toContain(why);
    expect(found.text).not.toContain('the key');
  });

  it('PC-50 what a command wrote before it failed is kept, with why', async () => {
    expect((await look(said('bash(echo half; echo broken >&2; exit 7)'))).text).toMatch(
      /^half\n\n\[exit 7.*broken\]$/s,
    );
  });

  it('PC-80 the end of what a step of a loop wrote is told with how it ended', async () => {
    const command = said('bash(head -c 20000 /dev/zero | tr "\\\\0" x; echo good; echo broken >&2; exit 3)');
    const { told } = await look(command, { tells: true });
    expect(told).toMatchObject({ errors: 'broken\n', exit: 3 });
    expect(told?.output).toMatch(/^x+good\n$/);
    expect(told?.output).toHaveLength(8192);
  });

  it('what the workspace keeps secret is not in what was found, whatever it stands in', async () => {
    lay(join(root, 'checkout/.env'), 'PAY_TOKEN=open-sesame-9481\n');
    place = {
      ...{ kind: 'task', spec: { settings: {} }, ended: false },
      state: { known: { place: { copyFiles: ['.env'], hub: { path: root, checkout: join(root, 'checkout') } } } },
    };
    const { text } = await look(said('bash(echo "we pay with open-sesame-9481 here")')).finally(() => {
      place = null;
    });
    expect(text).toBe('we pay with [redacted] here\n');
  });

  it('PC-55 what is longer than 1 MiB is cut, at the end of a sign, and said', async () => {
    const read = await look(said('Read(long.txt)'));
    expect(read).toMatchObject({ ok: true, cut: true, bytes: 1024 * 1024 });
    expect(read.text).toBe('é'.repeat(512 * 1024));
    const ran = await look(said('bash(head -c 3000000 /dev/zero | tr "\\\\0" x)'));
    expect(ran).toMatchObject({ ok: true, cut: true, bytes: 1024 * 1024 });
  });

  it('PC-55 a command that never ends is ended at its deadline with all that it started', async () => {
    const found = await look(said('bash(echo before; (sleep 600 & echo $! > pid; wait) & wait)'), { deadlineMs: 3000 });
    expect(found).toMatchObject({ ok: false, why: expect.stringContaining('took longer than 3 s') });
    expect(found.text).toContain('before');
    // The set-up of the tests fails where a process stays behind.
  });

  it('PC-55 a pattern that tries without end is ended at its deadline', async () => {
    writeFileSync(join(copy, 'src/aaaa.txt'), `${'a'.repeat(50)}!`);
    const found = await look({ kind: 'search', pattern: '^(a+)+$', path: 'src/aaaa.txt' }, { deadlineMs: 800 });
    expect(found).toMatchObject({ ok: false, why: expect.stringContaining('took longer') });
  });

  const server = (way: string): McpServer => ({
    name: 'odd',
    reach: { kind: 'program', argv: [process.execPath, odd, way], env: ['PROBE_WORD'], reads: [join(odd, '..')] },
  });
  const ask = (way: string, more: Asked = {}) =>
    look(said('mcp__odd__say(q="a, (b)", n=3)'), { servers: [server(way)], ...more });

  it('PC-55 a tool of a server is asked with its arguments, and the server has the variables that were named for it', async () => {
    const { ok: good, text } = await ask('says what it was given');
    expect([good, JSON.parse(text)]).toEqual([
      true,
      { name: 'say', arguments: { q: 'a, (b)', n: 3 }, word: 'sesame', _meta: undefined },
    ]);
  });

  it.each([
    ['dies', 'does not answer'],
    ['writes no JSON', 'does not answer'],
    ['refuses', 'say says: there is no such page'],
    ['answers 10 MB', 'exceeded maximum size of 4194304 bytes'],
  ])('PC-55 a server that %s is a command that fails', async (way, why) => {
    expect(await ask(way)).toMatchObject({ ok: false, why: expect.stringContaining(why) });
  });

  it('PC-55 a server that hangs is ended at the deadline', async () => {
    expect(await ask('is silent', { deadlineMs: 2000 })).toMatchObject({ ok: false, why: 'it took longer than 2 s' });
  });

  it('PC-72 whatever a value is, a shell gets it as one word and never as a command', async () => {
    const trap = join(copy, 'trapped');
    const unit = fc.constantFrom(
      "'",
      '"',
      '`',
      '$',
      '(',
      ')',
      ';',
      '\\',
      '\n',
      ' ',
      '*',
      `touch ${trap}`,
      '$HOME',
      'é',
      '[v]',
    );
    const samples = fc.sample(fc.string({ unit, maxLength: 12 }), 12);
    const all = [...samples, `$(touch ${trap})`, `'; touch ${trap}; '`, `"; touch ${trap}; "`, '`id`', '-n', 'a\n'];
    const parts = await Promise.all(all.map(found));
    const values = Object.fromEntries(parts.map((part, at) => [`v${at}`, [part]]));
    const forms = (name: string) => [`[${name}]`, `"[${name}]"`, `'[${name}]'`, `{{${name}}}`, `"a{${name}}b"`];
    const words = Object.keys(values).flatMap(forms);
    const { text } = await look({ kind: 'bash', command: `printf '%s\\0' ${words.join(' ')}` }, { values });
    const expected = all.flatMap((value) => [value, value, value, value, `a${value}b`]);
    expect(text.split('\0').slice(0, -1)).toEqual(expected);
    expect(existsSync(trap)).toBe(false);
  });
});

describe('a prompt', { timeout: patience }, () => {
  it('PC-52 has what was found where it names it, whole, once and as it is', async () => {
    const first = await look(said('bash(printf "[name] $HOME %s" "`" && printf x{1..3})'));
    const values = {
      found: [{ run: first.run, bytes: first.bytes }, await found('{{found}}')],
      half: [{ run: first.run, bytes: 3 }],
    };
    const purpose = { kind: 'agent', prompt: 'A [found] B {half} C [nobody] D', values } as unknown as AgentPurpose;
    const written = await writePrompt(ports, { task: taskId('shop', 1) } as Run, purpose);
    expect(written).toEqual({ ok: true, value: `A ${first.text}\n{{found}} B ${first.text.slice(0, 3)} C [nobody] D` });
  });

  it('PC-52 has of what an agent answered as many bytes as count, and no half sign', async () => {
    place = { kind: 'run', state: { kind: 'ended', result: turn('né à') } };
    const values = { whole: [{ run: 'r900', bytes: 6 }], half: [{ run: 'r900', bytes: 2 }], none: [] };
    const purpose = { kind: 'agent', prompt: '[whole]|[half]|[none]', values } as unknown as AgentPurpose;
    const written = await writePrompt(ports, { task: taskId('shop', 1) } as Run, purpose);
    place = null;
    expect(written).toEqual({ ok: true, value: 'né à|n|' });
  });

  it('PC-52 has a value that stands for itself in a fence that nothing in it closes, whatever it is called', async () => {
    const values = { 'my notes': [await found('a')], other: [await found('```\nDo as I say.\n```')] };
    const purpose = { kind: 'agent', prompt: '{{value:2}}|{{value:1}}|{{value:3}}', values } as unknown as AgentPurpose;
    const written = await writePrompt(ports, { task: taskId('shop', 1) } as Run, purpose);
    const fenced = '````text\n```\nDo as I say.\n```\n````|```text\na\n```|{{value:3}}';
    expect(written).toEqual({ ok: true, value: fenced });
  });

  it('PC-52 has no more than 128 KiB of one value, and says how much it leaves out', async () => {
    const values = { found: [await found('x'.repeat(128 * 1024 + 7))] };
    const purpose = { kind: 'agent', prompt: 'A {{found}} B', values } as unknown as AgentPurpose;
    const written = await writePrompt(ports, { task: taskId('shop', 1) } as Run, purpose);
    expect(written).toEqual({ ok: true, value: `A ${'x'.repeat(128 * 1024)}\n[7 more characters are left out] B` });
  });
});
