// From a person's answer on record to what it sets going, by the task's own journal.
import { build, openBuiltCli } from '../built-cli.ts';
import type { Bench, Row } from '../row.ts';
import { median } from '../sample.ts';

type Fact = { readonly kind: string; readonly what: string; readonly at: number };

const tasks = 9;

export const bench: Bench = {
  name: 'answer-to-effect',
  target: 'next effect p50 <= 20 ms, the agent started <= 100 ms',
  measure: async () => {
    build();
    const cli = await openBuiltCli(false);
    try {
      const journals: (readonly Fact[])[] = [];
      for (let round = 0; round < tasks; round++) {
        const task = cli.state();
        cli.run('answer', await cli.until(task, 'plan'), '1');
        await cli.until(task, 'submit');
        journals.push(factsOf(cli.run('task', 'watch', task, '--jsonl')));
        cli.run('task', 'cancel', task);
      }
      return [
        row('plan agreed -> result of the next effect on record', 20, journals, 'slot_granted'),
        row('plan agreed -> the agent has started', 100, journals, 'run_started'),
      ];
    } finally {
      await cli.close();
    }
  },
};

const factsOf = (lines: string): readonly Fact[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Fact)
    .filter(({ kind }) => kind === 'fact');

function row(what: string, limit: number, journals: readonly (readonly Fact[])[], next: string): Row {
  const waits = journals.map((facts) => between(facts, next));
  const value = median(waits);
  const met = value <= limit;
  return { what, unit: 'ms', value, min: Math.min(...waits), floor: null, target: `p50 <= ${limit}`, met };
}

/** From the answer to the plan to the first of those facts. */
function between(facts: readonly Fact[], next: string): number {
  const agreed = facts.findIndex(({ what }) => what === 'plan_agreed');
  const answered = facts.slice(0, agreed).findLast(({ what }) => what === 'question_answered');
  const came = facts.slice(agreed).find(({ what }) => what === next);
  if (answered === undefined || came === undefined) throw new Error(`the journal has no ${next} after the answer`);
  return came.at - answered.at;
}
