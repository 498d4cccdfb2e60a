// What `drover agents` says, and when it looks: on programs of our own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/fakes/commands/open-bench.ts';
import type { Facts, Tested } from '../domain/conformance/tested.ts';

const asTested: Facts = { version: '1.0.0', flags: ['--json'], handshake: ['name: string'], silence: '' };
const tested: Tested = {
  on: '2026-11-21',
  programs: { claude: { package: 'claude-package', version: '1.0.0', flags: ['--json'], handshake: ['name: string'] } },
  agents: {
    claude: {
      drivers: {
        plain: {
          program: 'claude',
          cells: {
            resume: { seen: 'works' },
            fork: { seen: 'refused', why: 'it has none' },
            interrupt: { seen: 'fails', why: 'it hangs' },
          },
        },
      },
    },
  },
};

let installed: Record<string, Facts>;
let looked: string[];
let bench: Bench;

beforeEach(async () => {
  installed = { claude: asTested };
  looked = [];
  bench = await openBench({
    agents: { claude: true, codex: false },
    conformance: {
      tested,
      programs: (agent) => (agent === 'claude' ? ['claude', 'claude-bridge'] : []),
      version: async (program) => installed[program]?.version ?? null,
      look: async (program) => {
        looked.push(program);
        return installed[program] ?? null;
      },
    },
  });
});
afterEach(() => bench.close());

const list = (input: object = {}) => bench.must('agents.list', input);
const programOf = async (input: object = {}) => (await list(input)).agents[0]?.programs[0];

it('every agent is listed, with its drivers and what was seen of them', async () => {
  const { agents, tested_on, did } = await list();
  expect([tested_on, did, looked]).toEqual(['2026-11-21', '', []]);
  expect(agents).toMatchObject([
    {
      name: 'claude',
      found: true,
      version: '1.0.0',
      drivers: [
        {
          driver: 'plain',
          can: ['money', 'resume', 'turn end', 'usage'],
          seen: { works: 1, refused: 1, fails: ['interrupt: it hangs'] },
        },
      ],
      programs: [{ program: 'claude', version: '1.0.0', tested: '1.0.0', drift: false, look: null }, { version: null }],
    },
    { name: 'codex', found: false, hint: 'npm install -g codex', drivers: [{ seen: null }] },
  ]);
});

it('one agent is asked for by name; a name that nobody has is refused', async () => {
  expect((await list({ agent: 'codex' })).agents.map(({ name }) => name)).toEqual(['codex']);
  expect(await bench.refusal('agents.list', { agent: 'clod' })).toBe('ENGINE_ERROR');
});

it('a look is made once for a version, and what it said is remembered', async () => {
  expect(await programOf({ check: true })).toMatchObject({ look: { now: true, changed: [] } });
  expect(await programOf({ check: true })).toMatchObject({ look: { now: false, changed: [] } });
  expect(await programOf()).toMatchObject({ look: { now: false } });
  expect(looked).toEqual(['claude']);
});

it('a new version is another look, which says what has changed; the old one is no longer told', async () => {
  await list({ check: true });
  installed.claude = { ...asTested, version: '2.0.0', flags: ['--text'] };
  expect(await programOf()).toMatchObject({ drift: true, look: null });
  expect(await programOf({ check: true })).toMatchObject({
    version: '2.0.0',
    drift: true,
    look: { now: true, changed: ['flags that are gone: --json', 'new flags: --text'] },
  });
  expect(looked).toEqual(['claude', 'claude']);
});

it('a program that our suite does not know is looked at and compared with nothing', async () => {
  installed['claude-bridge'] = { ...asTested, version: '7.0' };
  const { agents } = await list({ check: true });
  expect(agents[0]?.programs[1]).toMatchObject({ tested: null, drift: false, look: { changed: [] } });
});

it('what was remembered and cannot be read was never looked at', async () => {
  await list({ check: true });
  const file = await bench.ports.files.write('agents.json', '{"claude":{"version":3}');
  expect(await programOf()).toMatchObject({ look: null });
  await bench.ports.files.write('agents.json', '{"claude":{"version":3}}');
  expect(await programOf({ check: true })).toMatchObject({ look: { now: true } });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ claude: { version: '1.0.0' } });
  expect(file).toBe(join(bench.folder, 'state', 'agents.json'));
});
