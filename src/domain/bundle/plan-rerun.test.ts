import { describe, expect, it } from 'vitest';
import { gatePlan, gateResult } from '../../../test/fakes/outside.ts';
import { toldProof } from '../../../test/fakes/told-proof.ts';
import type { GateDefinition } from '../evidence/gate-plan.ts';
import type { Evidence, GateResult } from '../evidence/verdict.ts';
import type { CarriedPlan, Proof } from './forms.ts';
import { planRerun } from './plan-rerun.ts';

const test = gatePlan.gates.find(({ gate }) => gate === 'test') as GateDefinition;
const lint: GateDefinition = { ...test, gate: 'lint', absent: { verdict: 'not_configured', why: 'there is none' } };
const { definitions, ...rest } = gatePlan;
const carried = { ...rest, gates: [test, lint], protect: [], tdd: {} } as unknown as CarriedPlan;

type Link = readonly [tree: string, result: GateResult, criterion?: string];

const linked = (links: readonly Link[]): readonly Evidence[] =>
  links.map(([tree, result, criterion = null], at) => ({ number: at + 1, tree, criterion, result }) as Evidence);

const criterion = (label: string, start: string | undefined): Proof['criteria'][number] =>
  ({
    label,
    text: `${label} holds`,
    state: 'met',
    red: [`${label} > red`],
    green: [`${label} > green`],
    start,
  }) as never;

function rerun(links: readonly Link[], criteria: readonly Proof['criteria'][number][] = [], plan: unknown = carried) {
  const { proof } = toldProof();
  const of = { ...proof.definitions, sha256: definitions, ...(plan !== null && { plan: plan as CarriedPlan }) };
  return planRerun({ proof: { ...proof, gitTree: 't2', criteria, definitions: of }, chain: linked(links) }, 'base');
}

const passed = gateResult('test', 'passed');
const proven = gateResult('red-first', 'passed', { source: 'built-in' });
const whyNot = (...args: Parameters<typeof rerun>) => {
  const planned = rerun(...args);
  return planned.ok ? planned.value : planned.failure;
};

describe('of a proof that is run again', () => {
  const first: Link = ['t1', gateResult('test', 'passed', { why: 'the first' }), 'SC-1'];
  const second: Link = ['t2', gateResult('test', 'passed', { why: 'the second' })];

  it('the gates that programs ran are run on the proven tree and on that of each criterion, by their newest word', () => {
    const older: Link = ['t2', gateResult('test', 'failed')];
    const planned = rerun(
      [['base', passed], first, ['t1', proven, 'SC-1'], older, second],
      [criterion('SC-1', 'base')],
    );
    expect(planned).toMatchObject({
      value: {
        plan: { definitions, gates: [test, lint] },
        trees: ['t2', 't1'],
        gates: [
          { tree: 't2', criterion: null, definition: test, recorded: { why: 'the second' } },
          { tree: 't1', criterion: null, definition: test, recorded: { why: 'the first' } },
        ],
        baseline: [passed],
      },
    });
  });

  it('a tree that is both is run once', () => {
    const links: readonly Link[] = [second, ['t2', proven, 'SC-1']];
    expect(rerun(links, [criterion('SC-1', 'base')])).toMatchObject({ value: { trees: ['t2'], gates: { length: 1 } } });
  });

  it('a gate for which nothing was run is not run, though it has a word', () => {
    const links: readonly Link[] = [second, ['t2', gateResult('lint', 'not_configured')]];
    expect(rerun(links)).toMatchObject({ value: { gates: [{ definition: { gate: 'test' } }] } });
    const both = { ...carried, gates: [test, { ...lint, absent: null }] };
    expect(rerun(links, [], both)).toMatchObject({ value: { gates: { length: 2 } } });
    expect(rerun([second], [], both)).toMatchObject({ value: { gates: { length: 1 } } });
  });

  it('what the agreed plan checks a criterion by is run as it was, once for each by its newest word', () => {
    const verify = (why: string, gate = 'verify') =>
      gateResult(gate, 'passed', { source: 'plan', why, argv: ['/bin/sh', '-c', `check ${why}`] });
    const links: readonly Link[] = [
      second,
      ['t2', verify('older'), 'SC-1'],
      ['t2', verify('newer'), 'SC-1'],
      ['t2', verify('other', 'verify SC-2'), 'SC-2'],
      ['t2', verify('of nobody')],
      ['t3', verify('of another tree'), 'SC-1'],
      ['t2', gateResult('own', 'passed', { argv: ['/bin/sh', '-c', 'own'] }), 'SC-1'],
      ['t2', gateResult('empty', 'passed', { source: 'plan', argv: [] }), 'SC-1'],
    ];
    const planned = rerun(links);
    expect(planned.ok && planned.value.gates.slice(1)).toMatchObject([
      { tree: 't2', criterion: 'SC-1', definition: { gate: 'verify', argv: ['/bin/sh', '-c', 'check newer'] } },
      { tree: 't2', criterion: 'SC-2', definition: { gate: 'verify SC-2', argv: ['/bin/sh', '-c', 'check other'] } },
    ]);
  });

  it('the red of each criterion whose newest proof passed is proven again, from where it began', () => {
    const links: readonly Link[] = [
      ['base', gateResult('test', 'failed', { why: 'on the base' })],
      ['base', gateResult('test', 'passed', { why: 'on the base, again' })],
      ['t0', gateResult('red-first', 'failed'), 'SC-1'],
      ['t1', proven, 'SC-1'],
      ['t1', passed, 'SC-1'],
      ['t2', proven, 'SC-2'],
      ['t2', gateResult('red-first', 'skipped'), 'SC-3'],
      second,
    ];
    const planned = rerun(links, [criterion('SC-1', 'base'), criterion('SC-2', 't1'), criterion('SC-3', undefined)]);
    expect(planned).toMatchObject({
      value: {
        reds: [
          {
            ...{ label: 'SC-1', text: 'SC-1 holds', start: 'base', tree: 't1', red: ['SC-1 > red'] },
            ...{ green: ['SC-1 > green'], before: { why: 'on the base, again' } },
          },
          { label: 'SC-2', start: 't1', tree: 't2', before: passed },
        ],
      },
    });
  });

  it('nothing is known of tests where they never ran', () => {
    expect(rerun([['t2', proven, 'SC-1'], second], [criterion('SC-1', 'base')])).toMatchObject({
      value: { reds: [{ before: null }], baseline: [] },
    });
  });
});

describe('a proof cannot be run again', () => {
  const links: readonly Link[] = [
    ['t2', passed],
    ['t2', proven, 'SC-1'],
  ];

  it.each([
    ['that is whole', carried, true],
    ['without its gates', null, 'are not in it whole'],
    ['whose gates are no list', { ...carried, gates: {} }, 'cannot be read'],
    ['with a gate that is nothing', { ...carried, gates: [null] }, 'cannot be read'],
    ['with a gate without a name', { ...carried, gates: [{ ...test, gate: 1 }] }, 'cannot be read'],
    ['with a gate whose command is a text', { ...carried, gates: [{ ...test, argv: 'npm test' }] }, 'cannot be read'],
    [
      'with a gate whose command has no texts',
      { ...carried, gates: [{ ...test, argv: ['npm', 1] }] },
      'cannot be read',
    ],
    ['with a gate without a deadline', { ...carried, gates: [{ ...test, deadlineMs: '1' }] }, 'cannot be read'],
    [
      'with a gate of which nobody says whether it is there',
      { ...carried, gates: [{ gate: 'test', argv: [], deadlineMs: 1 }] },
      'cannot be read',
    ],
    ['with one such gate behind a whole one', { ...carried, gates: [test, { ...test, gate: 1 }] }, 'cannot be read'],
    ['whose set-up is a text', { ...carried, setup: 'npm ci' }, 'cannot be read'],
    ['whose set-up has no commands', { ...carried, setup: [['npm', 'ci'], 'npm ci'] }, 'cannot be read'],
    ['whose folders are none', { ...carried, dependencyFolders: [1] }, 'cannot be read'],
    ['whose tests are none', { ...carried, tests: null }, 'cannot be read'],
    ['whose guarded paths are none', { ...carried, guarded: 'a' }, 'cannot be read'],
  ])('%s', (_, plan, why) => {
    const planned = rerun(links, [], plan);
    if (why === true) return expect(planned.ok).toBe(true);
    expect(planned).toMatchObject({
      ok: false,
      failure: { error_code: 'PROOF_NOT_RERUN', message: expect.stringContaining(why as string) },
    });
  });

  it('where a criterion does not say from where it began, or began from what nobody proved before it', () => {
    expect(whyNot(links, [criterion('SC-1', undefined)])).toMatchObject({
      message: 'It cannot be run again: it does not say from which tree SC-1 began.',
    });
    const strange = 'abcdefabcdefabcdef';
    expect(whyNot(links, [criterion('SC-1', strange)])).toMatchObject({
      message: expect.stringContaining('begun from abcdefabcdef, which is neither'),
    });
    const after: readonly Link[] = [...links, [strange, passed]];
    expect(whyNot(after, [criterion('SC-1', strange)])).toMatchObject({ message: expect.stringContaining('neither') });
    expect(rerun([[strange, passed], ...links], [criterion('SC-1', strange)]).ok).toBe(true);
  });

  it('where no program ran any gate of it', () => {
    expect(whyNot([['t2', proven, 'SC-1']])).toMatchObject({
      message: 'It cannot be run again: no gate of it was run by a program.',
    });
  });
});
