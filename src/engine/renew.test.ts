// Set-up and gates that do not work are taken anew by a person's word, and by nobody else's.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  base,
  gatePlan,
  gateResult,
  gateSettings,
  type Outside,
  settings,
  simulateOutside,
} from '../../test/fakes/outside.ts';
import type { Effect } from '../domain/effect/effect.ts';
import type { GateDefinition, GatePlan } from '../domain/evidence/gate-plan.ts';
import type { TaskId } from '../domain/ids.ts';
import type { Task } from '../domain/task/task.ts';

let outside: Outside;
beforeEach(async () => {
  outside = await simulateOutside();
});
afterEach(() => outside.close());

const asks = (kind: string) => (task: Task) => task.state.at.kind === 'asking' && task.state.at.question === kind;
const handsOff = { ...settings, preset: 'hands-off' as const, policy: {} };
const [test] = gatePlan.gates;
const gate = (name: string, more: Partial<GateDefinition> = {}): GateDefinition => ({ ...test, gate: name, ...more });
const planOf = (...gates: readonly GateDefinition[]): GatePlan => ({
  ...gatePlan,
  gates,
  definitions: gates.length.toString(),
});
const surveyed = (plan: GatePlan) => ({
  base,
  plan,
  settings: gateSettings,
  copy: [],
  hooks: [],
  sandbox: 'bubblewrap',
});
const off: GateDefinition['absent'] = {
  verdict: 'not_configured',
  why: 'not configured by you: gates.lint is off',
  chosen: true,
};

/** The first survey finds `before`; whatever is taken anew, `after`. */
const surveys = (before: GatePlan, after: GatePlan, seen: Effect[] = []) => ({
  effect: (effect: Effect) => {
    if (effect.name !== 'survey-base') return null;
    seen.push(effect);
    const anew = { overlay: { gates: { lint: false as const } }, variables: { PATH: '/new', LANG: 'C.UTF-8' } };
    return effect.input.anew === undefined
      ? { kind: 'done' as const, output: surveyed(before) }
      : { kind: 'done' as const, output: { ...surveyed(after), anew } };
  },
});
const failing = {
  run: (purpose: { readonly kind: string; readonly folder?: string; readonly definition?: GateDefinition }) => {
    if (purpose.kind !== 'gate' || purpose.folder?.endsWith('base') !== true) return null;
    const { gate: name = '' } = purpose.definition ?? {};
    const ids = { passed: [], failed: [`${name}.js > broken`], skipped: [] };
    const tail = `the end of ${name}`;
    const result = gateResult(name, name === 'build' ? 'passed' : 'failed', { tail, ids, argv: ['npm', 'run', name] });
    return { result: { kind: 'gate' as const, result } };
  },
};
const questionOf = async (id: TaskId) =>
  (await outside.store.read((reads) => reads.questions({ task: id, open: true })))[0];

describe('WT-10 a base that is red', () => {
  it('shows every failing gate with its end, and takes gates anew only by a yes to what is shown', async () => {
    const before = planOf(gate('build'), gate('lint'), gate('types'));
    const after = planOf(gate('build'), gate('lint', { source: 'person', argv: [], absent: off }));
    outside.script = { ...failing, ...surveys(before, after) };
    const variables = { PATH: '/old', LANG: 'C.UTF-8' };
    const id = await outside.create({ settings: { ...handsOff, variables, policy: { base_red: 'ask' } } });
    await outside.until(id, asks('base_red'));
    const red = await questionOf(id);
    for (const words of ['the end of lint', 'the end of types', 'drover workspace set shop gates'])
      expect(red?.text).toContain(words);
    expect(red?.text).not.toContain('the end of build');
    expect(red?.choices.map((choice) => choice.id)).toEqual(['go_on', 'retry', 'mend', 'cancel']);

    await outside.answer(id, 'mend');
    await outside.until(id, asks('setup_failed'));
    const shown = await questionOf(id);
    expect(shown?.text).toContain('- lint: not configured by you: gates.lint is off (was: npm test');
    expect(shown?.text).toContain('- types: nothing (was: npm test');
    expect(shown?.text).toContain('- PATH: /new (was: /old)');
    expect(shown?.text).not.toContain('LANG');
    expect((await outside.task(id)).state.known.place.gatePlan?.gates).toHaveLength(3);

    await outside.answer(id, 'take');
    const task = await outside.until(id, ({ state }) => state.known.work.plan !== null);
    expect(task.state.known).toMatchObject({
      place: {
        gatePlan: { gates: [{ gate: 'build' }, { gate: 'lint', absent: off }] },
        overlay: { gates: { lint: false } },
        variables: { PATH: '/new', LANG: 'C.UTF-8' },
      },
    });
  });

  it('stays as it is where the person leaves it so', async () => {
    outside.script = { ...failing, ...surveys(planOf(gate('lint')), planOf(gate('build'))) };
    const id = await outside.create({ settings: { ...handsOff, policy: { base_red: 'ask' } } });
    await outside.until(id, asks('base_red'));
    await outside.answer(id, 'mend');
    await outside.until(id, asks('setup_failed'));
    await outside.answer(id, 'keep');
    const task = await outside.until(id, asks('base_red'));
    expect(task.state.known.place.gatePlan?.gates).toMatchObject([{ gate: 'lint' }]);
  });
});

it('WT-10 set-up that does not work names what is missing, and can be mended', async () => {
  const plan = { ...gatePlan, setup: [['poetry', 'install']] };
  outside.script = {
    ...surveys(plan, { ...plan, setup: [] }),
    run: (purpose) => {
      if (purpose.kind !== 'setup') return null;
      const tail = 'sh: 1: poetry: not found';
      return {
        ending: { kind: 'exited', code: 127 },
        result: { kind: 'plain', ok: false, why: 'ended with 127', failure: null, tail },
      };
    },
  };
  const id = await outside.create({ settings: handsOff });
  await outside.until(id, asks('setup_failed'));
  const failed = await questionOf(id);
  expect(failed?.text).toContain('poetry was not found on this machine: pipx install poetry');
  await outside.answer(id, 'mend');
  await outside.until(id, (task) => asks('setup_failed')(task) && task.state.asked > (failed === undefined ? 9 : 2));
  expect((await questionOf(id))?.text).toContain('- set-up: nothing (was: poetry install)');
  await outside.answer(id, 'take');
  await outside.until(id, ({ state }) => state.known.work.plan !== null);
});

describe('WT-11 tests that are not clear', () => {
  const why = 'more than one kind of project: `npm test`, `cargo test`; say which with gates.test';
  const absent = { verdict: 'not_configured', why, offers: ['npm test', 'cargo test'] } as const;
  const unclear = planOf({ ...gate('test'), argv: [], runner: null, absent });

  it('are asked for before anything runs, whatever policy says, and what is chosen holds', async () => {
    const seen: Effect[] = [];
    outside.script = { run: () => null, ...surveys(unclear, gatePlan, seen) };
    const id = await outside.create({ settings: handsOff });
    await outside.until(id, asks('base_red'));
    expect((await questionOf(id))?.choices.map(({ label }) => label).slice(0, 2)).toEqual(['npm test', 'cargo test']);
    expect(outside.runs.filter(({ kind }) => kind !== 'fetch')).toEqual([]);
    await outside.answer(id, 'tests_2');
    await outside.until(id, ({ state }) => state.known.work.plan !== null);
    expect(seen.at(-1)).toMatchObject({ input: { anew: { gates: { test: 'cargo test' } } } });
  });

  it('may be left out by a person, and are then not asked for again', async () => {
    outside.script = { run: () => null, ...surveys(unclear, gatePlan) };
    const id = await outside.create({ settings: handsOff });
    await outside.until(id, asks('base_red'));
    await outside.answer(id, 'untested');
    const task = await outside.until(id, ({ state }) => state.known.work.plan !== null);
    expect(task.state.known.place.gatePlan?.gates[0]?.absent?.verdict).toBe('not_configured');
  });
});

it('WT-16 what the evidence is bound to names the PATH that was frozen', async () => {
  const environments = [];
  for (const PATH of ['/one', '/other']) {
    const id = await outside.create({ settings: { ...handsOff, variables: { PATH } } });
    await outside.until(id, ({ state }) => state.known.work.plan !== null);
    const [first] = await outside.store.read((reads) => reads.evidence(id));
    environments.push(first?.environment);
  }
  expect(environments[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(environments[1]).not.toBe(environments[0]);
});
