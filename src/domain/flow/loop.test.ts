import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterLoopStep, type LoopOutput, loopBegun } from './loop.ts';
import type { LoopControl } from './node.ts';

const loop = (more: Partial<LoopControl> = {}): LoopControl => ({
  ...{ enabled: true, maxIterations: 3, onFailure: 'fail_fast', maxRetries: 2 },
  successCondition: "test_stdout.includes('passed') && test_exit_code === 0",
  steps: ['write', 'test'].map((id) => ({ id, tool: 'bash', mode: null, command: id, prompt: null, onError: null })),
  ...more,
});
const good = (stdout = ''): LoopOutput => ({ ok: true, stdout, stderr: '', exit: 0, why: '' });
const bad: LoopOutput = { ok: false, stdout: '', stderr: 'no', exit: 7, why: 'exit 7' };

/** Which steps ran, and what it came to; each call of a step comes to what `came` says. */
function play(control: LoopControl, came: (id: string, iteration: number, time: number) => LoopOutput) {
  const ran: string[] = [];
  const outputs = new Map<string, LoopOutput>();
  for (let state = loopBegun; ran.length < 1000; ) {
    const { id } = control.steps[state.step] ?? { id: '' };
    const output = came(id, state.iteration, ran.length);
    outputs.set(id, output);
    ran.push(`${id}${state.iteration}`);
    const after = afterLoopStep(control, state, output, outputs);
    if (after.kind !== 'next') return { ran, after };
    state = after.state;
  }
  throw new Error('it never ends');
}

it('PC-80 a loop goes round until its condition holds', () => {
  const { ran, after } = play(loop(), (id, iteration) => good(id === 'test' && iteration === 2 ? '9 passed' : ''));
  expect(ran).toEqual(['write1', 'test1', 'write2', 'test2']);
  expect(after).toEqual({ kind: 'met', iterations: 2 });
});

it('PC-80 at its limit a loop is exhausted, and says what did not hold', () => {
  const { ran, after } = play(loop(), () => good('failed'));
  expect(ran).toHaveLength(6);
  expect(after).toEqual({
    kind: 'exhausted',
    why: "its loop is exhausted: 3 iterations, and not yet test_stdout.includes('passed') && test_exit_code === 0",
  });
});

it('PC-80 a condition reaches neither process nor anything else, and one that cannot be worked out never holds', () => {
  for (const successCondition of [
    'process.exit(0)',
    'constructor.constructor("return 1")()',
    'nobody_stdout === ""',
    'true ||',
  ])
    expect(play(loop({ successCondition }), () => good()).after.kind).toBe('exhausted');
});

it.each([
  "state_variables.test_stdout.includes('passed')",
  "state_variables['test_stdout'].endsWith('passed') && state_variables.write_exit_code === 0",
  'state_variables.test_stderr === "" && current_iteration === 2',
])('PC-80 its outputs are variables of the loop as well: %s', (successCondition) => {
  const came = (id: string, iteration: number) => good(id === 'test' && iteration === 2 ? '9 passed' : '');
  expect(play(loop({ successCondition }), came).after).toEqual({ kind: 'met', iterations: 2 });
});

it('a loop without a condition is so many rounds', () => {
  expect(play(loop({ successCondition: null }), () => good())).toMatchObject({
    ran: { length: 6 },
    after: { kind: 'met', iterations: 3 },
  });
});

it.each<[string, Partial<LoopControl>, readonly string[], object]>([
  ['fail_fast', {}, ['write1'], { kind: 'failed', why: 'step write of its loop, iteration 1: exit 7' }],
  ['pause', { onFailure: 'pause' }, ['write1'], { kind: 'failed' }],
  [
    'retry',
    { onFailure: 'retry' },
    ['write1', 'write1', 'write1'],
    { kind: 'failed', why: expect.stringContaining('tried 2 times again') },
  ],
])('a step that fails: %s', (_, more, ran, after) => {
  expect(play(loop(more), () => bad)).toMatchObject({ ran, after });
});

it('a step says for itself what becomes of its failure, and a retry that goes well counts no more', () => {
  const steps = [
    { id: 'write', tool: 'bash', mode: null, command: '', prompt: null, onError: 'retry' },
    { id: 'test', tool: 'bash', mode: null, command: '', prompt: null, onError: 'continue' },
  ];
  const { ran, after } = play(
    loop({ steps, successCondition: 'test_exit_code === 7 && test_stderr === "no"' }),
    (id, _, time) => (id === 'test' || time < 2 ? bad : good()),
  );
  expect(ran).toEqual(['write1', 'write1', 'write1', 'test1']);
  expect(after).toEqual({ kind: 'met', iterations: 1 });
});

it('PC-80 whatever happens a loop ends, within its limits, and is met only where its condition holds', () => {
  const control = fc.record({
    maxIterations: fc.integer({ min: 1, max: 5 }),
    maxRetries: fc.integer({ min: 0, max: 3 }),
    onFailure: fc.constantFrom<LoopControl['onFailure']>('pause', 'retry', 'fail_fast'),
  });
  fc.assert(
    fc.property(control, fc.infiniteStream(fc.boolean()), (more, goes) => {
      const asked = loop({ ...more, successCondition: 'test_exit_code === 0' });
      let last = bad;
      const { ran, after } = play(asked, () => {
        last = goes.next().value ? good() : bad;
        return last;
      });
      expect(ran.length).toBeLessThanOrEqual(more.maxIterations * 2 * (more.maxRetries + 1));
      if (after.kind === 'met') expect(last.exit).toBe(0);
      if (after.kind === 'exhausted') expect(ran.at(-1)).toBe(`test${more.maxIterations}`);
    }),
    { numRuns: 200 },
  );
});
