// The question before anything leaves: what would be published, what it touches that is protected, what it rests on.

import { testOf } from '../../../criterion/judge-attempt.ts';
import { pullRequestBody, sayRedBase, titleOf } from '../../../delivery/words.ts';
import { type ChangeTotals, totalsOf } from '../../../evidence/bound-list.ts';
import { proofTable } from '../../../evidence/proof-table.ts';
import type { Finding, GateResult } from '../../../evidence/verdict.ts';
import { learn } from '../../../parts/known.ts';
import { isDoubtful } from '../../../plan/assessment.ts';
import { showSideBySide } from '../../../plan/meaning.ts';
import { byNumbers, numbered } from '../../../question/by-numbers.ts';
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

type Touching = Pick<Work, 'results' | 'agreed' | 'proven'>;

/** A yes to what has no key of its own holds for this very tree. */
const keyOf = ({ key, gate, file, what }: Finding, { proven }: Touching): string =>
  key ?? JSON.stringify([proven, gate, file, what]);

const withoutYes = (work: Touching): readonly Finding[] =>
  work.results
    .flatMap(({ findings }) => findings.filter(({ needs }) => needs === 'yes'))
    .filter((one) => work.agreed?.includes(keyOf(one, work)) !== true);

const isSameLine = (one: Finding, other: Finding): boolean => one.file === other.file && one.what === other.what;

/** What a change touches that needs a yes by name, and has none yet: a line each. */
const touched = (work: Touching): readonly Finding[] => {
  const found = withoutYes(work);
  const told = new Set(found.flatMap(({ gate, key }) => (gate === 'guarded' ? (key ?? []) : [])));
  return found
    .filter(({ gate, key = '' }) => gate === 'guarded' || !told.has(key))
    .filter((one, at, all) => all.findIndex((other) => isSameLine(one, other)) === at);
};

/** Parts of the change that no test demands, or else tests that pass whatever they expect, without a yes yet; null: none. */
export function asksOfParts({ known: { work } }: TaskState): 'hunks' | 'values' | null {
  const gates = new Set<string>(touched(work).map(({ gate }) => gate));
  return gates.has('hunks') ? 'hunks' : gates.has('values') ? 'values' : null;
}

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

/** A person said yes to some of the lines, by their numbers. */
export function agreedByLine({ known: { work } }: TaskState, words: string): readonly string[] {
  const named = byNumbers(touched(work), words);
  const lines = withoutYes(work).filter((one) => named.some((line) => isSameLine(one, line)));
  return [...new Set([...(work.agreed ?? []), ...lines.map((one) => keyOf(one, work))])];
}

/**
 * Asks for the yes to this very tree. Answers: `submit` or, where anything protected or doubtful is touched, `submit_with_protected` in its place, which no policy gives, and, of several lines, `some`;
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
        ...leftAlone(state.known.work),
        ...cost(spentBy(view)),
        ...apart(under('Each of these needs your yes:', own.length > 1 ? numbered(own.map(sayFinding)) : marked(own))),
        ...apart(under('New dependencies:', marked(dependencies(results)))),
        ...apart(showSideBySide(state.known.work.side ?? [], results)),
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
        ...(own.length > 1 ? [choice('some', 'yes to these, by their numbers; ask for the rest', 'required')] : []),
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
  const red = [...sayTaken(copyOf(view.thing.state)), ...sayRedBase(baseline), ...sayNameless(results)];
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

/** A pass of tests without names is weaker, and says so itself. */
const sayNameless = (results: readonly GateResult[]): readonly string[] => {
  const test = testOf(results);
  return test?.verdict === 'passed' && test.ids === null ? [`${test.gate}: ${test.why}`] : [];
};

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

/** What follows a list without a line between is read as part of its last point. */
const apart = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : ['', ...lines]);

const under = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [heading, ...lines];

const sayFinding = ({ file, what }: Finding): string => `${file === null ? '' : `${showPath(file)}: `}${what}`;

const marked = (found: readonly Finding[]): readonly string[] => found.map((one) => `- ${sayFinding(one)}`);

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
  if (yes)
    return asksOfParts(state) === 'values'
      ? 'You said yes to this change before all of it was tried. Tests of it pass whatever value they expect: submit it?'
      : 'You said yes to this change before all of it was tried. No test demands parts of it: submit it?';
  return head === undefined || pullRequest === null
    ? undefined
    : `Push this to ${place.copy?.branch}, which is open as ${pullRequest}: ${review?.cause ?? 'a further fix'}?`;
}
