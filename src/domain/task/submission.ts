// The question before anything leaves: what would be published, what it touches that is protected, what it rests on.
import { type ChangeTotals, totalsOf } from '../evidence/bound-list.ts';
import type { Finding, GateResult } from '../evidence/verdict.ts';
import { isDoubtful } from '../report/assessment.ts';
import { nothingSpent, type Spent } from '../run/spent.ts';
import { pullRequestBody, sayRedBase, titleOf } from '../text/pull-request.ts';
import { showPath } from '../text/show-path.ts';
import { spentBy } from './budget.ts';
import { known, type TaskDecision, type TaskView } from './move.ts';
import { ask, choice } from './questions.ts';
import type { TaskStep } from './task.ts';

/** What a change touches that needs a yes by name. */
export const touched = (results: readonly GateResult[]): readonly Finding[] => {
  const found = results.flatMap(({ findings }) => findings.filter(({ needs }) => needs === 'yes'));
  return found.filter((one, at) => found.findIndex(({ file, what }) => file === one.file && what === one.what) === at);
};

/**
 * Asks for the yes to this very tree. Answers: `submit` or, where anything protected or doubtful is touched, `submit_with_protected` in its place, which no policy gives;
 * `edit`, `change`, `abandon`. `back`: where the answers lead from. `lead`: said first.
 */
export function askToSubmit(view: TaskView, back: TaskStep, lead?: string): TaskDecision {
  const { thing } = view;
  const { state, spec } = thing;
  const { results, unverified, proven } = state.known;
  const title = state.known.title ?? titleOf(spec);
  const body = state.known.body ?? pullRequestBody(thing);
  const branch = known(state, 'copy').branch;
  const own = touched(results);
  const yes = own.length > 0 ? 'submit_with_protected' : 'submit';
  return ask(
    state,
    spec,
    {
      kind: 'submit',
      text: [
        lead ?? `Submit "${title}" as ${branch}?`,
        ...(unverified.length > 0
          ? [`NOT VERIFIED: ${unverified.map((gate) => sayGate(gate, results)).join('; ')}.`]
          : []),
        ...sayTaken(known(state, 'copy')),
        ...sayRedBase(state.known.baseline),
        stat(state.known.changed ?? totalsOf(state.known.changes)),
        ...asLines('Each of these needs your yes:', own),
        ...asLines('New dependencies:', dependencies(results)),
        ...cost(spentBy(view)),
        '',
        body,
      ].join('\n'),
      choices: [
        choice(
          yes,
          own.length > 0
            ? `submit, and yes to ${names(own)}`
            : unverified.length > 0
              ? 'submit all the same'
              : 'submit',
        ),
        choice('edit', 'edit title (first line) and text', 'required'),
        choice('change', 'change this', 'required'),
        choice('abandon', 'do not submit'),
      ],
      binding: known(state, 'proven'),
      shown: {
        ...{ title, body, tree: proven, branch },
        results: results.map(({ gate, verdict, why }) => ({ gate, verdict, why })),
        protected: own.map(({ file, what }) => ({ file, what })),
        dependencies: dependencies(results).map(({ what }) => what),
        brief: briefOf(view, lead ?? null),
      },
      auto: unverified.length === 0 && own.length === 0 && !isDoubtful(state.known.reading) ? 'submit' : null,
    },
    back,
  );
}

/** A branch with a number was never asked for. */
const sayTaken = ({ branch, wanted }: { readonly branch: string; readonly wanted?: string }): readonly string[] =>
  wanted === undefined ? [] : [`The branch is ${branch}, for ${wanted} was taken.`];

const mostInBrief = 12;

/** What a small screen shows of it. */
function briefOf(view: TaskView, lead: string | null) {
  const { results, unverified, baseline, changed, changes, plan, done } = view.thing.state.known;
  const { files, added, removed } = changed ?? totalsOf(changes);
  const red = [...sayTaken(known(view.thing.state, 'copy')), ...sayRedBase(baseline)];
  return {
    ...{ lead, files, added, removed, red },
    unverified: unverified.map((gate) => sayGate(gate, results)),
    first: changes.slice(0, mostInBrief).map((each) => ({
      path: showPath(each.path),
      added: each.added,
      removed: each.removed,
    })),
    criteria: (plan?.criteria ?? [])
      .slice(0, mostInBrief)
      .map(({ label, text }) => ({ label, text: text.slice(0, 200), done: done.includes(label) })),
    used: cost(spentBy(view))[0]?.replace(/^Used so far: /, '') ?? null,
  };
}

/** By name, and why it has no say where that is known. */
function sayGate(name: string, results: readonly GateResult[]): string {
  const told = results.find(({ gate, verdict }) => gate === name && verdict === 'not_configured');
  return told === undefined ? name : `${name} (${told.why})`;
}

const dependencies = (results: readonly GateResult[]): readonly Finding[] =>
  results.flatMap(({ gate, findings }) => (gate === 'dependencies' ? findings : []));

const stat = ({ files, added, removed }: ChangeTotals): string =>
  `${files} ${files === 1 ? 'file' : 'files'} changed, +${added} -${removed}`;

const asLines = (heading: string, found: readonly Finding[]): readonly string[] =>
  found.length === 0
    ? []
    : [heading, ...found.map(({ file, what }) => `- ${file === null ? '' : `${showPath(file)}: `}${what}`)];

const most = 3;
function names(found: readonly Finding[]): string {
  const all = [...new Set(found.map(({ file, what }) => (file === null ? what : showPath(file))))];
  return all.length > most ? `${all.slice(0, most).join(', ')} and ${all.length - most} more` : all.join(', ');
}

function cost(spent: Spent): readonly string[] {
  if (spent.tokens === nothingSpent.tokens && spent.money === nothingSpent.money) return [];
  const money = spent.money > 0 ? `$${spent.money.toFixed(2)}, ` : '';
  return [`Used so far: ${money}${spent.tokens} tokens`];
}
