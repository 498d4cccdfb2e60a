// Facts as sentences: the one place that turns what happened into words.

import { tidy } from '../../domain/text/safe/strip-control.ts';
import type { Fact } from '../../domain/thing.ts';
import { outcomeWords } from '../task/describe-state.ts';

type Data = Fact['data'];

const word = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
const short = (value: unknown): string => word(value).slice(0, 8);
const list = (value: unknown): string => (Array.isArray(value) ? value.map(word).join(', ') : word(value));
const more = (value: unknown): string => (value === undefined ? '' : ` and ${word(value)} more`);
const about = (data: Data): string => (data.criterion === undefined ? '' : `${word(data.criterion)}: `);
/** `left`: what the record does not say was made for the task. */
const removedBut = (left: unknown): string =>
  Array.isArray(left) && left.length > 0
    ? `left as it was, for this task is not on record as having made it: ${list(left)}`
    : 'copy and branch removed';
const by = (value: unknown): string => {
  const who = word(value);
  return who.startsWith('person:')
    ? ` by ${who.slice('person:'.length)}`
    : who === '' || who === 'caller'
      ? ''
      : ` by ${who}`;
};
const firstLineOf = (value: unknown): string => word(value).trim().split('\n')[0] ?? '';
const verdicts = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((each: { gate?: unknown; verdict?: unknown }) => `${word(each.gate)} ${word(each.verdict)}`).join(', ')
    : '';
const labels = (value: unknown): string =>
  Array.isArray(value) ? value.map((each: { label?: unknown }) => word(each.label)).join(', ') : '';
const named = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((each: { id?: unknown; title?: unknown }) => `${word(each.id)} ${word(each.title)}`).join('; ')
    : '';
const gates = (value: unknown): string =>
  Array.isArray(value)
    ? value
        .filter((each: { absent?: unknown }) => each.absent === null)
        .map((each: { gate?: unknown }) => word(each.gate))
        .join(', ')
    : '';
const outcome = (value: unknown): string => outcomeWords[value as keyof typeof outcomeWords] ?? word(value);

/** Every kind of fact that is said anywhere. */
export const sentences: Readonly<Record<string, (data: Data, thing: string) => string>> = {
  // a task's own way
  task_created: (data) => `stated${by(data.by)}: ${firstLineOf(data.text)}`,
  phase_entered: (data) => `enters ${word(data.phase)}`,
  slot_granted: () => 'has a slot',
  slot_waited: (data) =>
    `waits for a slot${list(data.ahead) === '' ? '' : ` after ${list(data.ahead)}${more(data.more)}`}`,
  slot_freed: () => 'gives its slot back',
  base_fetched: () => 'the base is fetched',
  base_surveyed: (data) =>
    `starts from ${word(data.branch)} at ${short(data.base)}; gates: ${gates(data.gates) === '' ? 'none' : gates(data.gates)}`,
  copy_made: (data) =>
    `has a copy at ${word(data.path)} on branch ${word(data.branch)}${data.wanted === undefined ? '' : `, for ${word(data.wanted)} is taken`}`,
  copy_made_anew: (data) => `the copy was gone and is made anew from ${short(data.tree)}`,
  trusted: (data) => `agreed to: ${list(data.what)}`,
  secrets_left_out: (data) => `goes on without ${list(data.paths)}`,
  preview_requested: (data) => `is started for a look: ${Array.isArray(data.argv) ? data.argv.join(' ') : ''}`,
  teardown_failed: (data) =>
    `teardown failed: ${Array.isArray(data.argv) ? data.argv.join(' ') : ''} (${firstLineOf(data.why)})`,
  setup_started: (data) => `sets up: ${Array.isArray(data.argv) ? data.argv.join(' ') : word(data.argv)}`,
  gate_judged: (data) =>
    `${about(data)}gate ${word(data.gate)}${data.on === 'base' ? ' on the base' : ''}: ${word(data.verdict)}${word(data.why) === '' ? '' : ` (${firstLineOf(data.why)})`}`,
  disk_was_full: () => 'the disk was full in the middle; it is done again',
  effect_put_off: (data) => `waits and goes on by itself: ${firstLineOf(data.why)} (${word(data.effect)})`,
  gate_lost: () => 'a gate was cut off and runs again',
  analysis_started: (data) => `${word(data.agent)} analyzes`,
  wrote_in_read_only: (data) => `wrote although it may only read; undone: ${list(data.paths)}`,
  environment_looked: (data) => `${word(data.env)} is looked at: ${word(data.errors)} kinds of errors`,
  environment_unseen: (data) => `${word(data.env)} could not be looked at: ${firstLineOf(data.why)}`,
  environment_asked: (data) => `${word(data.env)} is asked: ${list(data.commands)}`,
  deployed: (data) => `is deployed to ${word(data.env)}${by(data.by)}`,
  environment_verified: (data) =>
    `${word(data.env)} after the deployment: ${word(data.verdict)}${data.against == null ? '' : `, with the errors of ${word(data.against)}`}. ${word(data.summary)}`,
  plan_agreed: (data) => `the plan is agreed: ${labels(data.criteria)}`,
  review_started: (data) => `${word(data.agent)} reads the whole change, review ${word(data.round)}`,
  review_judged: (data) =>
    word(data.why) === ''
      ? `${word(data.by)} has read the change: ${list(data.findings) === '' ? 'nothing found' : list(data.findings)}`
      : `NOT REVIEWED: ${word(data.why)}`,
  planning_started: (data) => `${word(data.agent)} plans`,
  plan_amended: (data) => `the plan is changed: ${firstLineOf(data.why)}; now ${labels(data.criteria)}`,
  plan_remarked: (data) => `${about(data)}said of the plan: ${firstLineOf(data.why)}`,
  advice_sought: (data) => `${word(data.agent)} looks why ${word(data.criterion)} does not go on`,
  advice_given: (data) => `${word(data.agent)} advises: ${firstLineOf(data.text)}`,
  fix_started: (data) => `fixes the whole, round ${word(data.round)}`,
  checkout_gone: (data) =>
    `there is no checkout at ${word(data.path)} any more; it goes on without it. If it was moved: drover workspace set ${word(data.workspace)} path ~/where/it/is`,
  committed: (data) => `committed as ${short(data.commit)}`,
  pushed: (data) => `pushed ${short(data.commit)} to ${word(data.branch)}`,
  pull_request_opened: (data) =>
    `the pull request is ${word(data.address)}${Array.isArray(data.notes) ? `; ${list(data.notes)}` : ''}`,
  pull_request_seen: (data) =>
    `looked at the pull request: ${word(data.standing)}${Array.isArray(data.notes) && data.notes.length > 0 ? `; ${list(data.notes)}` : ''}`,
  pull_request_merged: (data) =>
    `a person merged ${word(data.address)}${data.commit === null ? '' : ` as ${short(data.commit)}`}`,
  pull_request_closed: (data) => `the pull request is closed${by(data.by)}`,
  review_taken_up: (data) => `takes up: ${word(data.cause)}`,
  thread_answered: () => 'answered on a thread',
  branch_moved: (data) =>
    `the branch was ${data.rewritten === true ? 'rewritten' : 'pushed to'} by ${word(data.by)}, not by Drover; it is at ${short(data.to)} and is built upon`,
  base_joined: (data) =>
    `merged the base ${short(data.base)} in${list(data.conflicts) === '' ? '' : `, in conflict: ${list(data.conflicts)}`}`,
  branch_renewed: (data) => `goes on as ${word(data.branch)} from the base as it is now`,
  revert_opened: (data) => `what was merged is taken back by ${word(data.address)}`,
  nothing_changed: () => 'nothing had to be changed',
  taken_over: (data) => `is taken over${by(data.by)}`,
  copy_renewed: (data) => `taken out of its copy, for git would have run or followed it: ${list(data.taken)}`,
  given_back: (data) =>
    `is given back${by(data.by)}, with ${word(data.files)} files that differ from the base; goes on at ${word(data.to)}`,
  paused: () => 'pauses',
  resumed: () => 'goes on',
  retried: (data) => `the phase starts again${by(data.by)}`,
  reopened: (data) => `goes on after its end${by(data.by)}`,
  stop_asked: (data) => `is to ${word(data.how)}${by(data.by)}`,
  release_failed: (data) => `could not be released as it should: ${word(data.message)}`,
  task_ended: (data) => `ended, ${outcome(data.outcome)}: ${word(data.why)}`,
  cleanup_asked: (data) => `is to be cleaned up${by(data.by)}`,
  clean_up_failed: (data) => `could not be cleaned up: ${word(data.message)}`,
  cleaned_up: (data) =>
    [removedBut(data.left), word(data.kept) === '' ? '' : `kept as ${word(data.kept)}`, word(data.remote)]
      .filter((part) => part !== '')
      .join('; '),
  // chains
  chain_created: (data) =>
    `${word(data.name)}: ${word(data.issue) === '' ? list(data.plans) : `the issue "${firstLineOf(data.issue)}"`}${by(data.by)}`,
  chain_step_started: (data) => `${word(data.step)} begins (${word(data.agent)})`,
  chain_step_ended: (data) => `${word(data.step)} ${firstLineOf(data.what)}`,
  chain_step_lost: (data) => `${word(data.step)} was cut off and begins anew`,
  chain_limited: (data) => `${word(data.step)} waits for the agent's service`,
  chain_committed: (data) =>
    `plan ${word(data.plan)} is committed as ${short(data.commit)}${data.verified === true ? '' : ', NOT VERIFIED'}`,
  chain_parked: (data) => `is parked${by(data.by)}`,
  chain_resumed: (data) => `goes on${by(data.by)}`,
  chain_ended: (data) => `ended: ${word(data.outcome)}${by(data.by)}`,
  run_requested: (data) => `${word(data.agent)} is asked (${word(data.mode)})${by(data.by)}`,
  // criteria
  features_planned: (data) => `is split: ${named(data.features)}`,
  split_refused: (data) => `it is not split: ${word(data.why)}`,
  feature_begun: (data) => `feature ${word(data.feature)} begins: ${word(data.title)}`,
  feature_taken: (data) => `feature ${word(data.feature)} is taken by ${word(data.owner)}`,
  feature_submitted: (data) => `feature ${word(data.feature)} is proven and pushed, by ${word(data.task)}`,
  feature_done: (data) => `feature ${word(data.feature)} is done at ${short(data.commit)}${by(data.by)}`,
  feature_failed: (data) => `feature ${word(data.feature)} failed: ${firstLineOf(data.why)}`,
  feature_skipped: (data) =>
    `feature ${word(data.feature)} is skipped${by(data.by)}${list(data.without) === '' ? '' : `; without it: ${list(data.without)}`}`,
  feature_reopened: (data) =>
    `feature ${word(data.feature)} is opened again${by(data.by)}; what proved it counts no more`,
  feature_changed: (data) => `feature ${word(data.feature)} is changed${by(data.by)}`,
  feature_unknown: (data) => `there is no feature ${word(data.feature)}`,
  unstacked: (data) => `${word(data.from)} is merged: the pull request goes to ${word(data.onto)}`,
  features_stopped: (data) => `no further feature is begun${by(data.by)}`,
  features_together: () => 'all features together are green',
  features_passed: (data) => `NOT GREEN TOGETHER, let pass${by(data.by)}`,
  features_complete: () => 'all features are done or skipped',
  criterion_started: (data) => `${word(data.criterion)} begins: ${firstLineOf(data.text)}`,
  criterion_paused: () => 'pauses',
  criterion_resumed: () => 'goes on',
  criterion_ended: (data) =>
    `${word(data.criterion)} ended: ${word(data.outcome)}${word(data.why) === '' ? '' : ` (${firstLineOf(data.why)})`}`,
  attempt_started: (data) =>
    `${word(data.criterion)}, attempt ${word(data.attempt)} by ${word(data.agent)}${data.resumed === true ? ', same conversation' : ''}`,
  attempt_judged: (data) =>
    `${word(data.criterion)}, attempt ${word(data.attempt)}: ${verdicts(data.verdicts)}${data.noProgress === true ? '; no progress' : ''}`,
  agent_failed: (data) => `${about(data)}${word(data.agent)} failed: ${firstLineOf(data.why)}`,
  agent_unknown: (data) => `there is no agent ${word(data.agent)}`,
  conversation_forgotten: (data) => `${about(data)}the agent has lost its conversation; it is begun afresh`,
  turn_stopped: (data) => `${about(data)}the turn was stopped: the budget is used up`,
  turn_cut: (data) => `${about(data)}the turn was cut off${data.conversation === null ? '' : ' and is resumed'}`,
  // runs
  run_started: (data) => `run ${word(data.run)} (${word(data.purpose)}) began`,
  run_ended: (data, thing) => `run ${thing} ended: ${word(data.how)}`,
  agent_settings_changed: (data) =>
    `the agent changed settings of its own in its copy, which is thrown away: ${list(data.paths)}`,
  login_refreshed: (data) => `the agent's login was refreshed: ${word(data.path)}`,
  login_refused: (data) =>
    `the login that the agent left is not taken over (${firstLineOf(data.why)}): ${word(data.path)}`,
  // sessions
  session_requested: (data) => `session ${word(data.name)} (${word(data.agent)}) is asked for${by(data.by)}`,
  session_started: (data) => `session ${word(data.name)} (${word(data.agent)}) began`,
  session_refused: (data) => `was not started: ${firstLineOf(data.why)}`,
  session_ready: () => 'is ready',
  session_limited: (data) =>
    `its service limits the agent${typeof data.until === 'number' ? ` until ${new Date(data.until).toISOString()}` : ''}`,
  limit_over: () => 'the limit is over',
  session_unknown: (data) => `how it stands is unknown: ${firstLineOf(data.why)}`,
  session_goes_on: (data) =>
    `${word(data.session)} goes on with its conversation ${word(data.conversation)} as ${word(data.name)}`,
  session_paused: (data) => `is paused: ${firstLineOf(data.why)}`,
  session_resumed: (data) => `goes on${by(data.by)}`,
  budget_low: (data) => `has used $${word(data.used)} of its $${word(data.budget)}`,
  budget_raised: (data) => `the budget is ${typeof data.to === 'number' ? '$' : ''}${word(data.to)} now${by(data.by)}`,
  budget_used_up: (data) => `${about(data)}waits: the budget is used up`,
  over_budget: () => 'has used more than its turn may, and is told to stop',
  turn_started: (data) => `turn ${word(data.turn)} began${data.message == null ? '' : ` with ${word(data.message)}`}`,
  turn_ended: (data) =>
    `turn ${word(data.turn)} ended: ${word(data.outcome).replaceAll('_', ' ')}${data.idle === true ? ', an acknowledgement only' : ''}`,
  turn_idle: (data) => `turn ${word(data.turn)} was an acknowledgement only: no tool, no change`,
  turn_never_began: (data) => `the turn of ${word(data.message)} never began`,
  words_given: () => 'the words reached it in the middle of its turn',
  words_kept: (data) => `the words are kept for the next turn: ${firstLineOf(data.why)}`,
  words_uncertain: (data) => `nobody knows whether the words arrived: ${firstLineOf(data.why)}`,
  permission_answered: (data) =>
    `${word(data.tool)}${word(data.subject) === '' ? '' : `: ${firstLineOf(data.subject)}`}: ${word(data.choice)}${by(data.by)}`,
  answer_late: (data) =>
    `the answer (${word(data.choice)})${by(data.by)} came too late: the agent does not ask it any more`,
  permission_gone: (data) => `the agent does not ask any more: ${firstLineOf(data.text)}`,
  interrupted: () => 'the turn is interrupted',
  end_asked: (data) => `is asked to end${by(data.by)}`,
  session_ended: (data) =>
    `ended: ${word(data.ending).replaceAll('_', ' ')}${data.code === undefined ? '' : ` ${word(data.code)}`}${data.signal === undefined ? '' : ` ${word(data.signal)}`}`,
  // messages
  message_sent: (data) => `${word(data.message)} is sent${by(data.by)}`,
  message_queued: (data) =>
    word(data.why) === ''
      ? `${word(data.message)} is in the inbox${by(data.by)}`
      : `${word(data.message)} waits: ${word(data.why)}`,
  message_put_back: (data) => `${word(data.message)} fell into a limit of the service and waits again`,
  message_waits: (data) => `${word(data.message)} has waited long: ${word(data.why)}`,
  message_delivered: (data) => `${word(data.message)} is delivered`,
  message_turn_ended: (data) => `the turn of ${word(data.message)} ended: ${word(data.outcome).replaceAll('_', ' ')}`,
  message_failed: (data) => `${word(data.message)} failed: ${firstLineOf(data.why)}`,
  message_expired: (data) => `${word(data.message)} is too old and was not delivered`,
  message_dropped: (data) => `${word(data.message)} was dropped${by(data.by)}`,
  message_again: (data) => `${word(data.message)} is sent again: a person saw that it did not arrive`,
  message_uncertain: (data) => `nobody knows whether ${word(data.message)} arrived: ${firstLineOf(data.why)}`,
  // people
  question_asked: (data) => `asks ${word(data.question)} (${word(data.kind)}): ${firstLineOf(data.text)}`,
  question_answered: (data) =>
    `${word(data.question)} (${word(data.kind)}) answered${by(data.by)}: ${word(data.choice)}`,
  said: (data) => `told${by(data.by)}: ${firstLineOf(data.text)}`,
  act_asked: (data) => `${word(data.command)} ${word(data.about)}${by(data.by)}`,
  act_ended: (data) => `act ${word(data.act)}: ${word(data.outcome)}`,
  act_refused: (data) => `refused ${word(data.command)} ${word(data.about)}${by(data.by)}`,
  refused_forgery: (data) => `refused ${word(data.command)}, for only a person may: ${word(data.why)}`,
  // steps by hand
  step_begun: (data) => `the step ${word(data.step)} begins${by(data.by)}`,
  step_ended: (data) =>
    data.error_code === null
      ? `the step ${word(data.step)} is done`
      : `the step ${word(data.step)} ended (${word(data.error_code)}): ${firstLineOf(data.why)}`,
  branch_switched: (data) => `goes on under the branch ${word(data.branch)}`,
  // leases
  lease_taken: (data) => `the lease is taken${by(data.by)}`,
  lease_renewed: (data) => `the lease is renewed${by(data.by)}`,
  lease_released: (data) => `the lease is given back${by(data.by)}`,
  lease_replaced: (data) => `the lease went to ${word(data.to)}: ${word(data.why)}`,
};

/** Safe to print: no control sequences, no secrets. An unknown fact is told by its name. */
export function tell(fact: Pick<Fact, 'kind' | 'data' | 'thing'>): string {
  const sentence = Object.hasOwn(sentences, fact.kind) ? sentences[fact.kind] : undefined;
  return tidy(sentence?.(fact.data, fact.thing) ?? fact.kind.replaceAll('_', ' '));
}
