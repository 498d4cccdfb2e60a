// What a step by hand leaves for people and later steps, as a file beside its lease.
import type { GateResult } from '../evidence/verdict.ts';
import { criteria, type TaskView } from './move.ts';
import { type HandStep, summaryOf } from './wish.ts';

/** `file`: written below the state folder; `path`: there already. */
export type Artifact =
  | { readonly name: string; readonly file: string; readonly text: string }
  | { readonly name: string; readonly path: string };

export function artifactOf(view: TaskView, { seq, wish }: HandStep): Artifact {
  const { id, state, spec } = view.thing;
  const { known } = state;
  const file = (name: string) => `steps/${id}/${seq}-${name}`;
  const json = (name: string, data: unknown): Artifact => ({
    ...{ name, file: file(`${name}.json`), text: `${JSON.stringify(data, null, 2)}\n` },
  });
  switch (wish.step) {
    case 'analyze':
      return { name: 'analysis', file: file('analysis.md'), text: `${summaryOf(known.report, spec.text) ?? ''}\n` };
    case 'develop':
      return json('development', { plan: known.plan?.text ?? null, criteria: criteriaOf(view) });
    case 'test':
      return json('test_report', { tree: known.proven, gates: known.results.map(reported), changes: known.changes });
    case 'submit':
      return json('submission', {
        ...{ commit: known.commit, tree: known.proven, branch: known.copy?.branch ?? null },
        ...{ pull_request: known.pullRequest, override: known.override },
      });
    case 'verify':
      return { name: 'verification', path: wish.artifact };
  }
}

const reported = ({ gate, verdict, why, argv, counts, durationMs }: GateResult) => ({
  ...{ gate, verdict, why, command: argv.join(' '), counts, duration_ms: durationMs },
});

const criteriaOf = (view: TaskView) =>
  criteria(view)
    .filter(({ createdAt }) => createdAt >= (view.thing.state.step?.began ?? 0))
    .map(({ spec, state }) => ({
      ...{ criterion: spec.label, text: spec.text },
      outcome: state.at.kind === 'ended' ? state.at.outcome.kind : 'under way',
      attempts: state.history.map(({ number, agent, tree, results }) => ({
        ...{ number, agent, tree },
        gates: results.map(({ gate, verdict, why }) => ({ gate, verdict, why })),
      })),
    }));
