// The question before anything leaves: what would be published, what it touches that is protected, what it rests on.

import { pullRequestBody, sayRedBase, titleOf } from '../../../delivery/words.ts';
import { type ChangeTotals, totalsOf } from '../../../evidence/bound-list.ts';
import { proofTable } from '../../../evidence/proof-table.ts';
import type { Finding, GateResult } from '../../../evidence/verdict.ts';
import { learn } from '../../../parts/known.ts';
import { isDoubtful } from '../../../plan/assessment.ts';
import { showSideBySide } from '../../../plan/meaning.ts';
import { choice } from '../../../question/choice.ts';
import { nothingSpent, type Spent } from '../../../run/spent.ts';
import { sayFew } from '../../../text/counted.ts';
import { showPath } from '../../../text/safe/show-path.ts';
import { ask } from '../../ask.ts';
import { spentBy } from '../../budget/budget-of-task.ts';
import { unverifiedIn } from '../../judge-outcome.ts';
import { copyOf, known, type Step, type TaskDecision, type TaskView } from '../../moves.ts';
import { hunksOf } from '../../settings/freeze.ts';
import type { Settings } from '../../settings/settings.ts';
import type { TaskState } from '../../task.ts';
import type { Work } from '../../work.ts';
import { type Progress, progressOf, sayProgress } from '../hunks.ts';

/** What a change touches that needs a yes by name, and has none yet. */
const touched = ({ results, agreed = [] }: Pick<Work, 'results' | 'agreed'>): readonly Finding[] => {
  const found = results
    .flatMap(({ findings }) => findings.filter(({ needs }) => needs === 'yes'))
    .filter(({ key }) => key === undefined || !agreed.includes(key));
  const told = new Set(found.flatMap(({ gate, key }) => (gate === 'guarded' ? (key ?? []) : [])));
  return found
    .filter(({ gate, key = '' }) => gate === 'guarded' || !told.has(key))
    .filter((one, at, all) => all.findIndex(({ file, what }) => file === one.file && what === one.what) === at);
};

/** Parts of the change that no test demands, without a yes yet. */
export const asksOfParts = ({ known: { work } }: TaskState): boolean =>
  touched(work).some(({ gate }) => gate === 'hunks');

/** What would have been asked about the proof, and was not, is not verified. */
export function withUnanswered(state: TaskState): TaskState {
  const { work } = state.known;
  const open = touched(work).flatMap(({ key, gate }) => (key === undefined ? [] : [gate]));
  return { ...state, known: learn(state.known, { work: { unverified: [...new Set([...work.unverified, ...open])] } }) };
}

/** A person said yes to them: the same is not asked again. */
export const agreedNow = ({ known: { work } }: TaskState): readonly string[] => [
  ...new Set([...(work.agreed ?? []), ...touched(work).flatMap(({ key }) => key ?? [])]),
];

/**
 * Asks for the yes to this very tree. Answers: `submit` or, where anything protected or doubtful is touched, `submit_with_protected` in its place, which no policy gives;
 * `edit`, `change`, `abandon`. `back`: where the answers lead from, and what is worked on beside it.
 */
export function askToSubmit(view: TaskView, back: Step<'submitting'>): TaskDecision {
  const { thing } = view;
  const { state, spec } = thing;
  const lead = leadOf(state, back);
  const still = back.beside === undefined ? null : progressOf(back.beside);
  const { results, proven } = state.known.work;
  const unverified = unverifiedIn(thing);
  const title = state.known.delivery.title ?? titleOf(spec);
  const body = state.known.delivery.body ?? pullRequestBody(thing);
  const copy = copyOf(state);
  const branch = copy.branch;
  const own = touched(state.known.work);
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
        ...sayTaken(copy),
        ...sayRedBase(state.known.work.baseline),
        stat(state.known.work.changed ?? totalsOf(state.known.work.changes)),
        ...(still === null ? [] : [sayStill(still, spec.settings)]),
        ...asLines('Each of these needs your yes:', own),
        ...asLines('New dependencies:', dependencies(results)),
        ...showSideBySide(state.known.work.side ?? [], results),
        ...leftAlone(state.known.work),
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
      binding: known(state, 'work', 'proven'),
      shown: {
        title,
        body,
        tree: proven,
        branch,
        results: results.map(({ gate, verdict, why }) => ({ gate, verdict, why })),
        proof: proofTable(state.known.work),
        protected: own.map(({ file, what }) => ({ file, what })),
        dependencies: dependencies(results).map(({ what }) => what),
        ...(still !== null && { still }),
        brief: { ...briefOf(view, lead ?? null), still: still === null ? null : sayProgress(still) },
      },
      auto:
        unverified.length === 0 &&
        own.length === 0 &&
        !isDoubtful(state.known.work.reading, spec.settings.reviewByDefault)
          ? 'submit'
          : null,
    },
    back,
  );
}

/** What goes on beside it, and what a yes means to that. */
const sayStill = (still: Progress, settings: Settings): string =>
  hunksOf(settings) === 'ask'
    ? `Still at work: ${sayProgress(still)}. A yes counts now; what no test demands would be asked before anything is pushed.`
    : `Still at work: ${sayProgress(still)}. A yes ends that, and what was not tried is said.`;

/** A branch with a number was never asked for. */
const sayTaken = ({ branch, wanted }: { readonly branch: string; readonly wanted?: string }): readonly string[] =>
  wanted === undefined ? [] : [`The branch is ${branch}, for ${wanted} was taken.`];

const mostInBrief = 12;

/** What a small screen shows of it. */
function briefOf(view: TaskView, lead: string | null) {
  const { results, baseline, changed, changes, plan, done } = view.thing.state.known.work;
  const { files, added, removed } = changed ?? totalsOf(changes);
  const red = [...sayTaken(copyOf(view.thing.state)), ...sayRedBase(baseline)];
  return {
    lead,
    files,
    added,
    removed,
    red,
    unverified: unverifiedIn(view.thing).map((gate) => sayGate(gate, results)),
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

/** Named by the plan, and as it was. */
function leftAlone({ plan, changes, changed }: Work): readonly string[] {
  // Only the first of the changed files are known here.
  if (changed != null) return [];
  const touchedPaths = new Set(changes.flatMap(({ path, from }) => [path, from]));
  const named = [...new Set((plan?.criteria ?? []).flatMap(({ files }) => files))];
  const alone = named.filter((path) => !touchedPaths.has(path) && /^[\w@][^*?{}]*\.\w+$/.test(path)).map(showPath);
  if (alone.length === 0 || changes.length === 0) return [];
  return [`Named by the plan and left as it was: ${sayFew(alone, most)}.`];
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
  return sayFew([...new Set(found.map(({ file, what }) => (file === null ? what : showPath(file))))], most);
}

function cost(spent: Spent): readonly string[] {
  if (spent.tokens === nothingSpent.tokens && spent.money === nothingSpent.money) return [];
  const money = spent.money > 0 ? `$${spent.money.toFixed(2)}, ` : '';
  return [`Used so far: ${money}${spent.tokens} tokens`];
}

/** After the first yes: what is added to what is open already, or what was found since. */
function leadOf(state: TaskState, { yes }: Step<'submitting'>): string | undefined {
  const { place, delivery } = state.known;
  const { head, pullRequest, review } = delivery;
  if (yes) return 'You said yes to this change before all of it was tried. No test demands parts of it: submit it?';
  return head === undefined || pullRequest === null
    ? undefined
    : `Push this to ${place.copy?.branch}, which is open as ${pullRequest}: ${review?.cause ?? 'a further fix'}?`;
}
