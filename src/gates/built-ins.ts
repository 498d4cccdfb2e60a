// Gates that need no command of the repository.

import type { GateDefinition } from '../ports/gates.ts';

const MINUTE = 60_000;

/** `red-first` needs something that runs tests; the others always apply. */
export function builtIns(gates: readonly GateDefinition[]): readonly GateDefinition[] {
  const test = gates.find(({ gate }) => gate === 'test');
  const runnable = test !== undefined && test.absent === null;
  const why = 'red cannot be proven: no command runs the tests';
  return [
    {
      ...builtIn('red-first', 20 * MINUTE),
      runner: test?.runner ?? null,
      absent: runnable ? null : { verdict: 'not_configured', why },
    },
    builtIn('tamper', MINUTE),
    builtIn('secrets', MINUTE),
    builtIn('hooks', 10 * MINUTE),
  ];
}

const builtIn = (gate: string, deadlineMs: number): GateDefinition => ({
  gate,
  source: 'built-in',
  argv: [],
  runner: null,
  deadlineMs,
  absent: null,
});
