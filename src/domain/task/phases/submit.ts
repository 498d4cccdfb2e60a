// From a proven tree to a branch on the remote and a page that says why; where there is no remote, to a branch of the person's own repository.

import type { Applied } from '../../decision.ts';
import { defined } from '../../defined.ts';
import { commitMessage } from '../../delivery/commit-message.ts';
import { pullRequestBody, sayRedBase, titleOf } from '../../delivery/words.ts';
import type { Failure } from '../../error.ts';
import { type ChangeTotals, totalsOf } from '../../evidence/bound-list.ts';
import { proofTable } from '../../evidence/proof-table.ts';
import type { Finding, GateResult } from '../../evidence/verdict.ts';
import type { Said } from '../../fact/fact.ts';
import { learn } from '../../parts/known.ts';
import type { PlainCame } from '../../parts/place.ts';
import { isDoubtful } from '../../plan/assessment.ts';
import { showSideBySide } from '../../plan/meaning.ts';
import { choice } from '../../question/choice.ts';
import type { Purpose } from '../../run/run.ts';
import { nothingSpent, type Spent } from '../../run/spent.ts';
import { sayFew } from '../../text/counted.ts';
import { showPath } from '../../text/safe/show-path.ts';
import { ask } from '../ask.ts';
import { spentBy } from '../budget/budget-of-task.ts';
import { endUndone, outcomeOf, release, unverifiedIn } from '../judge-outcome.ts';
import {
  advance,
  copyOf,
  go,
  known,
  learning,
  placeOf,
  type Step,
  type TaskDecision,
  type TaskView,
} from '../moves.ts';
import { afterSubmit } from '../next-phase.ts';
import { plainRun } from '../run-step.ts';
import { hunksOf } from '../settings/freeze.ts';
import type { Settings } from '../settings/settings.ts';
import { atWork, type Done, type Given, type StepRows } from '../step-row.ts';
import type { Task, TaskState, TaskStep } from '../task.ts';
import type { Work } from '../work.ts';
import { fix } from './develop.ts';
import { afterEarlyYes, type Progress, progressOf, sayProgress, treeToPart } from './hunks.ts';
import { isUnchanged, openedNow, parentsOf, pushedNow } from './pull-request/follow-up.ts';
import { baseOf } from './pull-request/unstack.ts';

function submit(view: TaskView, at: Step<'submitting'>): TaskDecision {
  const { thing } = view;
  const { state, spec } = thing;
  const tree = treeToPart(thing);
  const first = tree === null ? null : ({ kind: 'cutting_hunks', tree, to: { kind: 'submitting' } } as const);
  if (spec.until === 'test' || placeOf(state).base.from === 'local') {
    if (first !== null) return advance(state, first);
    if (spec.until === 'test') return advance(state, endHere(thing, 'stopped after the tests, as asked'));
    return advance(
      state,
      leavesBranch(thing) ? { kind: 'leaving_branch' } : endHere(thing, 'there is no remote to submit to'),
    );
  }
  if (isUnchanged(state)) return advance(state, afterSubmit(thing), [{ kind: 'nothing_changed' }]);
  if (at.yes && !asksOfParts(state)) return advance(state, { kind: 'committing' });
  const { beside: _before, ...alone } = at;
  const asked = askToSubmit(view, alone);
  if (first === null) return asked;
  // Nobody is kept waiting where nobody is asked.
  if (asked.kind === 'ask' && asked.answeredBy !== null) return advance(state, first);
  return askToSubmit(view, { beside: first, ...at });
}

const endHere = ({ spec, state }: Task, why: string): TaskStep =>
  release(outcomeOf({ spec, state: withUnanswered(state) }, why), null);

/** In a linked worktree and in the checkout itself the work stands in the person's repository already. */
function leavesBranch({ spec, state: { known: was } }: Task): boolean {
  const { proven } = was.work;
  const at = was.delivery.left?.tree ?? was.place.base?.tree;
  return spec.settings.workspace.isolation === 'clone' && proven !== null && proven !== at;
}

function leaveBranch({ thing, now }: TaskView): TaskDecision {
  const { state } = thing;
  const { hub, base } = placeOf(state);
  return {
    kind: 'perform',
    effect: {
      name: 'leave-branch',
      input: {
        hub,
        tree: known(state, 'work', 'proven'),
        parent: base.commit,
        message: messageOf(thing),
        atSeconds: Math.floor(now / 1000),
        branch: copyOf(state).branch,
        before: state.known.delivery.left?.commit ?? null,
      },
    },
  };
}

function branchLeft({ thing, state, input, output }: Done<'leaving_branch', 'leave-branch'>): Applied<TaskState> {
  const { commit: made, why } = output;
  if (why !== null) return go(state, endHere({ ...thing, state }, `there is no remote to submit to; ${why}`));
  const { branch, tree } = input;
  const next = learning(state, { delivery: { left: { commit: made, tree } } });
  return go(
    next,
    endHere(
      { ...thing, state: next },
      `left as the branch ${branch} of your repository; there is no remote to submit to`,
    ),
    [{ kind: 'branch_left', data: { branch, commit: made } }],
  );
}

function commit({ thing, now }: TaskView): TaskDecision {
  const { state } = thing;
  const { hub, base, gatePlan } = placeOf(state);
  const copy = copyOf(state);
  return {
    kind: 'perform',
    effect: {
      name: 'commit',
      input: {
        hub,
        tree: known(state, 'work', 'proven'),
        parent: base.commit,
        ...(state.known.delivery.head === undefined ? {} : { parents: parentsOf(state) }),
        definitions: gatePlan.definitions,
        message: messageOf(thing),
        atSeconds: Math.floor(now / 1000),
        branch: copy.branch,
        override: state.known.delivery.override,
      },
    },
  };
}

const messageOf = ({ spec, state, id }: Task): string =>
  commitMessage(
    spec,
    state.known.delivery.head === undefined ? state.known.work : null,
    further(state) ?? state.known.delivery.title ?? titleOf(spec),
    id,
    spec.settings.pullRequest?.coAuthor,
  );

/** After the first yes: what is added to what is open already, or what was found since. */
function leadOf(state: TaskState, { yes }: Step<'submitting'>): string | undefined {
  const { place, delivery } = state.known;
  const { head, pullRequest, review } = delivery;
  if (yes) return 'You said yes to this change before all of it was tried. No test demands parts of it: submit it?';
  return head === undefined || pullRequest === null
    ? undefined
    : `Push this to ${place.copy?.branch}, which is open as ${pullRequest}: ${review?.cause ?? 'a further fix'}?`;
}

/** The first line of a commit that follows the first. */
const further = ({ known: { delivery } }: TaskState): string | null =>
  delivery.head === undefined ? null : (delivery.review?.cause ?? null);

function push(view: TaskView, { fresh }: Step<'pushing'>): TaskDecision {
  const { state } = view.thing;
  if (fresh === undefined) return claimBranch(view);
  const { hub, base } = placeOf(state);
  const copy = copyOf(state);
  const wanted: Purpose = {
    kind: 'push',
    hub,
    commit: known(state, 'delivery', 'commit'),
    branch: copy.branch,
    protected: base.protected,
    fresh,
  };
  const run = plainRun(view, wanted, 10, 'the push');
  if (run.kind === 'under_way') return run.decision;
  const { state: dealt, came } = run;
  if (came.kind !== 'failed') return advance(dealt, { kind: 'confirming_push' });
  if (state.known.delivery.head !== undefined && wasOvertaken(came.failure))
    return advance(dealt, { kind: 'watching', doing: { kind: 'fetching', why: { kind: 'moved' } } });
  return advance(dealt, { kind: 'confirming_push', failed: notPushed('The branch', came) });
}

/** Whatever a push said, the remote may have taken it: it is looked at before a person is asked. */
export const notPushed = (
  what: string,
  { why, failure }: Pick<Extract<PlainCame, { kind: 'failed' }>, 'why' | 'failure'>,
): Failure => ({
  ...(failure ?? { error_code: 'GIT_FAILED' }),
  message: `${what} could not be pushed: ${why}`,
});

/** What the remote has not got yet is noted as this task's own before it is made there. */
function claimBranch({ thing: { state } }: TaskView): TaskDecision {
  const input = { hub: placeOf(state).hub, branch: copyOf(state).branch, commit: known(state, 'delivery', 'commit') };
  return {
    kind: 'perform',
    effect: { name: 'claim-branch', input: { ...input, pushed: state.known.delivery.pushed } },
  };
}

/** Somebody else pushed to the branch meanwhile. */
const wasOvertaken = (failure: Failure | null): boolean =>
  failure?.error_code === 'PUSH_REJECTED' && ['fetch first', 'non-fast-forward'].includes(String(failure.details?.why));

function confirmPush({ thing }: TaskView): TaskDecision {
  const { state } = thing;
  return {
    kind: 'perform',
    effect: {
      name: 'confirm-push',
      input: { hub: placeOf(state).hub, branch: copyOf(state).branch, commit: known(state, 'delivery', 'commit') },
    },
  };
}

function openPullRequest(view: TaskView): TaskDecision {
  const { thing } = view;
  const { state, spec } = thing;
  return {
    kind: 'perform',
    effect: {
      name: 'open-pull-request',
      input: {
        hub: placeOf(state).hub,
        title: state.known.delivery.title ?? titleOf(spec),
        body: state.known.delivery.body ?? pullRequestBody(thing),
        branch: copyOf(state).branch,
        base: baseOf(view),
        commit: known(state, 'delivery', 'commit'),
        tree: known(state, 'work', 'proven'),
        ...defined({ wish: spec.settings.pullRequest }),
        ...(state.at.kind === 'opening_pull_request' && state.at.as === 'page' ? { as: 'page' as const } : {}),
      },
    },
  };
}

// The question before anything leaves: what would be published, what it touches that is protected, what it rests on.

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
function withUnanswered(state: TaskState): TaskState {
  const { work } = state.known;
  const open = touched(work).flatMap(({ key, gate }) => (key === undefined ? [] : [gate]));
  return { ...state, known: learn(state.known, { work: { unverified: [...new Set([...work.unverified, ...open])] } }) };
}

/** A person said yes to them: the same is not asked again. */
const agreedNow = ({ known: { work } }: TaskState): readonly string[] => [
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

// What came of each of these acts.

function committed({ thing: { spec }, state, output }: Done<'committing', 'commit'>): Applied<TaskState> {
  const { commit: made, gone } = output;
  const said: readonly Said[] = [
    { kind: 'committed', data: { commit: made } },
    ...(gone === undefined
      ? []
      : [{ kind: 'checkout_gone', data: { path: gone, workspace: spec.settings.workspace.name } } satisfies Said]),
  ];
  return go(state, { kind: 'pushing' }, said, { delivery: { commit: made } });
}

function lookedForPush({ state, at, output }: Done<'confirming_push', 'confirm-push'>): Applied<TaskState> {
  if (!output.there) return notThere(state, at) ?? go(state, { kind: 'pushing' });
  return go(
    state,
    { kind: 'opening_pull_request' },
    [{ kind: 'pushed', data: { branch: copyOf(state).branch, commit: state.known.delivery.commit } }],
    { delivery: pushedNow(state) },
  );
}

/** The push failed, and the remote does not have it, as far as can be known. */
const notThere = (state: TaskState, { failed }: Step<'confirming_push'>): Applied<TaskState> | null =>
  failed === undefined ? null : go(state, { kind: 'troubled', failure: failed, back: { kind: 'confirming_push' } });

function pullRequestOpened({
  thing,
  state,
  input,
  output,
}: Done<'opening_pull_request', 'open-pull-request'>): Applied<TaskState> {
  const next = learning(state, { delivery: openedNow(state, output, input) });
  const { body: _, ...data } = output;
  return go(next, afterSubmit({ ...thing, state: next }), [{ kind: 'pull_request_opened', data }]);
}

/** What has left cannot be called back: it comes to its end first. */
const leaving = { ...atWork, handover: 'later' } as const;

// Where the answers lead.

function submitted({ thing }: TaskView, { beside }: Step<'submitting'>, { by, choice: given }: Given): TaskDecision {
  const { state } = thing;
  const agreed = learning(state, {
    delivery: { override: unverifiedIn(thing).length > 0 ? by : null },
    ...(given === 'submit_with_protected' && { work: { agreed: agreedNow(state) } }),
  });
  return beside === undefined
    ? advance(agreed, { kind: 'committing' })
    : { kind: 'advance', ...afterEarlyYes({ ...thing, state: agreed }, beside) };
}

/** Title in the first line, the text below. */
function edit({ thing: { state } }: TaskView, back: Step<'submitting'>, given: Given): TaskDecision {
  const words = given.words ?? '';
  return advance(state, back, [], {
    delivery: {
      title: words.split('\n')[0] ?? '',
      ...(words.includes('\n') ? { body: words.slice(words.indexOf('\n') + 1).trim() } : {}),
    },
  });
}

/** What was submitted before stays; it does not speak for what came after it. */
function without({ thing }: TaskView, back: TaskStep): TaskDecision {
  const { state } = thing;
  const { pullRequest } = state.known.delivery;
  return advance(
    state,
    pullRequest === null
      ? release(outcomeOf(thing, 'not submitted'), back)
      : endUndone(
          `the last change is not submitted; what was submitted before stays: ${pullRequest}`,
          thing,
          'not_verified',
          back,
        ),
  );
}

export const submitSteps: StepRows<
  'submitting' | 'committing' | 'leaving_branch' | 'pushing' | 'confirming_push' | 'opening_pull_request'
> = {
  submitting: {
    ...atWork,
    phase: 'submit',
    says: 'prepares the submission',
    decide: submit,
    answers: {
      submit: submitted,
      submit_with_protected: submitted,
      edit,
      change: ({ thing: { state } }, _back, { words }) => fix(state, words ?? ''),
    },
  },
  committing: {
    ...leaving,
    phase: 'submit',
    says: 'commits',
    hubAnew: 'checking',
    hostAnew: 'itself',
    decide: commit,
    applied: { commit: committed },
  },
  leaving_branch: {
    ...leaving,
    phase: 'submit',
    says: 'leaves its branch',
    hubAnew: 'checking',
    hostAnew: 'itself',
    decide: leaveBranch,
    applied: { 'leave-branch': branchLeft },
  },
  pushing: {
    ...leaving,
    phase: 'submit',
    hubAnew: 'checking',
    says: 'pushes the branch',
    fault: 'outside',
    decide: push,
    applied: { 'claim-branch': ({ state, output: { fresh } }) => go(state, { kind: 'pushing', fresh }) },
    answers: { without },
  },
  confirming_push: {
    ...leaving,
    phase: 'submit',
    says: 'pushes the branch',
    fault: 'outside',
    decide: confirmPush,
    applied: { 'confirm-push': lookedForPush },
    failed: ({ state, at }) => notThere(state, at),
    waysAround: () => [choice('without', 'end without submitting')],
    answers: { without },
  },
  opening_pull_request: {
    ...leaving,
    phase: 'submit',
    says: 'opens the pull request',
    fault: 'outside',
    decide: openPullRequest,
    applied: { 'open-pull-request': pullRequestOpened },
    waysAround: () => [
      choice('page', 'leave it at the branch, and write a page instead'),
      choice('without', 'leave it at the branch, without a pull request'),
    ],
    answers: {
      without,
      page: ({ thing: { state } }) => advance(state, { kind: 'opening_pull_request', as: 'page' }),
    },
  },
};
