// From a person's answer on record to the next program being started, by the task's own journal.
import { build, openBuiltCli } from '../built-cli.ts';
import type { Bench } from '../row.ts';
import { median } from '../sample.ts';

type FactLine = { readonly kind: string; readonly what: string; readonly at: number };

const tasks = 9;

export const bench: Bench = {
  name: 'answer-to-effect',
  target: 'p50 <= 20 ms',
  measure: async () => {
    build();
    const cli = await openBuiltCli(false);
    try {
      const waits: number[] = [];
      for (let round = 0; round < tasks; round++) {
        const task = cli.state();
        const question = await cli.until(task, 'plan');
        if (question === null) throw new Error(`${task} ended without a plan to agree to`);
        cli.run('answer', question, '1');
        await cli.until(task, 'submit');
        waits.push(between(cli.run('task', 'watch', task, '--jsonl')));
        cli.run('task', 'cancel', task);
      }
      const value = median(waits);
      return [
        {
          what: 'plan agreed -> next step on record',
          unit: 'ms',
          value,
          min: Math.min(...waits),
          floor: null,
          target: 'p50 <= 20',
          met: value <= 20,
        },
      ];
    } finally {
      await cli.close();
    }
  },
};

function between(lines: string): number {
  const facts = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { event?: FactLine } & FactLine)
    .map((line) => line.event ?? line)
    .filter(({ kind }) => kind === 'fact');
  const answered = facts.findLastIndex(({ what }) => what === 'question_answered');
  const next = facts.slice(answered).find(({ what }) => what === 'run_started');
  return (next?.at ?? Number.POSITIVE_INFINITY) - (facts[answered]?.at ?? 0);
}
