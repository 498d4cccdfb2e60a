// `drover agents` as a person uses it: programs of our own on their PATH.
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentList } from '../../src/contract/agents.ts';
import type { Doctor } from '../../src/contract/service.ts';
import { writeStandIn } from '../fakes/programs/stand-in.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let bin: string;
beforeAll(async () => {
  world = await openWorld();
  bin = join(world.folder, 'bin');
  world.env.PATH = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  writeStandIn(bin, 'codex', {
    version: 'codex-cli 999.0.0',
    flags: ['--made-up'],
    answer: { id: 1, result: { a: 1 } },
  });
});
afterAll(() => world.close());

const starts = () => readFileSync(join(bin, 'codex.starts'), 'utf8').trim().split('\n');
const codexIn = ({ agents }: AgentList) => agents.find(({ name }) => name === 'codex');

it('says what is installed, in words and as data, and that it is another version than the tested one', async () => {
  const codex = codexIn(await world.must<AgentList>(['agents']));
  expect(codex).toMatchObject({ found: true, path: join(bin, 'codex'), version: 'codex-cli 999.0.0' });
  expect(codex?.programs[0]).toMatchObject({ drift: true, look: null });
  const { out, code } = await world.drover(['agents', 'codex']);
  expect([code, out]).toEqual([0, expect.stringMatching(/codex codex-cli 999\.0\.0, tested with \d/)]);
  expect(out).not.toContain('claude');
});

it('the doctor names it, with what to do', async () => {
  const { checks } = await world.must<Doctor>(['doctor']);
  expect(checks.find(({ name }) => name === 'agents')).toMatchObject({
    state: 'note',
    said: expect.stringMatching(/codex codex-cli 999\.0\.0 \(tested with \d/),
  });
});

it('a check looks once, without the home of the person, and says what has changed; a second one remembers it', async () => {
  const list = await world.must<AgentList>(['agents', '--check']);
  expect(list.did).toContain('No model was asked');
  expect(codexIn(list)?.programs[0]?.look).toMatchObject({ now: true });
  expect(codexIn(list)?.programs[0]?.look?.changed.join('\n')).toMatch(
    /new flags: --made-up[\s\S]*new in its answer: a: number/,
  );
  const looks = () => starts().filter((line) => line.endsWith('app-server'));
  expect(looks()).toHaveLength(1);
  expect(looks()[0]).not.toContain(world.env.HOME);
  expect(codexIn(await world.must<AgentList>(['agents', '--check']))?.programs[0]?.look).toMatchObject({ now: false });
  expect(looks()).toHaveLength(1);
});

it('a name that no agent has is refused', async () => {
  expect(await world.ask(['agents', 'clod'])).toMatchObject({ ok: false, error_code: 'ENGINE_ERROR' });
});
