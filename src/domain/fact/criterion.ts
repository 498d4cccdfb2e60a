// What happens to a criterion and its attempts, and what became of agents' turns at it. Without a criterion: of a turn beside them.
import { sayAttemptConfidence, sayConfidence } from '../criterion/confidence.ts';
import { type Weaker, withWeaker } from '../evidence/verdict.ts';
import type { RefusedFile } from '../flow/added.ts';
import { about, firstLineOf, list, type None, type Sentences, word } from './words.ts';

export type CriterionFacts = {
  readonly criterion_started: {
    readonly criterion: string;
    readonly text: string;
    /** What its plan leaves open, as a sentence; absent: nothing. */
    readonly doubts?: string;
  };
  readonly criterion_paused: None;
  readonly criterion_resumed: None;
  readonly criterion_ended: {
    readonly criterion: string;
    readonly outcome: string;
    readonly why?: string;
    /** Of one that passed. */
    readonly weaker?: Weaker;
  };
  readonly attempt_started: {
    readonly criterion: string;
    readonly attempt: number;
    readonly agent: string | undefined;
    readonly resumed: boolean;
  };
  readonly attempt_judged: {
    readonly criterion: string;
    readonly attempt: number;
    readonly tree: string;
    readonly verdicts: readonly { readonly gate: string; readonly verdict: string; readonly why: string }[];
    readonly noProgress: boolean;
    /** In tenths; absent: no gate said no. */
    readonly confidence?: number;
    /** What its agent says otherwise than was measured; absent: nothing. */
    readonly differs?: readonly string[];
  };
  readonly nobody_advises: { readonly criterion: string; readonly confidence: number };
  /** `step`: of a chain. */
  readonly agent_failed: {
    readonly criterion?: string;
    readonly step?: string;
    readonly agent: string | undefined;
    readonly why: string;
  };
  readonly agent_unknown: { readonly agent: string };
  readonly conversation_forgotten: { readonly criterion?: string };
  readonly turn_stopped: { readonly criterion?: string };
  readonly turn_cut: {
    readonly criterion?: string;
    readonly cuts?: number;
    readonly conversation: string | null;
  };
  /** Several are worked on at once. */
  readonly group_started: { readonly criteria: readonly string[] };
  readonly group_ended: { readonly passed: readonly string[]; readonly blocked: readonly string[] };
  readonly leftovers_set_aside: { readonly criterion: string; readonly files: readonly string[] };
  readonly edits_set_aside: { readonly criterion: string; readonly files: readonly string[]; readonly more?: number };
  /** Worked on beside others, it is put together with what they came to. */
  readonly criterion_joined: { readonly criterion: string; readonly tree: string };
  readonly group_red: { readonly criteria: readonly string[] };
  readonly criterion_clashed: { readonly criterion: string; readonly files: readonly string[] };
  /** It does not get on, and others are gone on with first. */
  readonly criterion_set_aside: { readonly criterion: string; readonly holds_up: readonly string[] };
  /** Of a flow. */
  readonly node_moved: { readonly node: string; readonly from: string; readonly to: string };
  /** The next of its parts, in the conversation of the one before. */
  readonly part_given: {
    readonly node: string;
    readonly step: string;
    readonly title: string;
    readonly at: number;
    readonly of: number;
  };
  /** What its pre-analysis went on in spite of. */
  readonly pre_analysis_noted: { readonly node: string; readonly note: string };
  /** In their conversation, or with what was answered there: bytes of each answer, and how many were carried over. */
  readonly node_goes_on: {
    readonly node: string;
    readonly strategy: string;
    readonly parents: readonly string[];
    readonly in_conversation: boolean;
    readonly carried: readonly { readonly bytes: number; readonly carried: number }[];
  };
  /** Its agent wrote task files, or other things beside them. */
  readonly task_files_found: {
    readonly node: string;
    readonly files: readonly string[];
    readonly unread: readonly RefusedFile[];
  };
  /** They are nodes now. `by`: who agreed; null: nobody had to. */
  readonly nodes_added: { readonly node: string; readonly added: readonly string[]; readonly by: string | null };
  readonly nodes_refused: { readonly node: string; readonly refused: readonly RefusedFile[] };
  /** A person has looked. `open`: so many are still to be looked at. */
  readonly checks_held: {
    readonly node: string;
    readonly checks: readonly string[];
    readonly by: string;
    readonly open: number;
  };
  readonly checks_refused: { readonly node: string; readonly by: string; readonly why: string };
  /** By somebody else, in its folder. */
  readonly flow_files_edited: { readonly files: readonly string[] };
  readonly flow_files_missing: { readonly files: readonly string[] };
  readonly flow_files_added: { readonly files: readonly string[] };
  readonly flow_files_elsewhere: { readonly folder: string };
  /** `code`: of the error; absent in facts from before it was kept. */
  readonly flow_files_failed: { readonly why: string; readonly code?: string };
  readonly budget_used_up: { readonly criterion?: string };
};

const verdicts = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((each: { gate?: unknown; verdict?: unknown }) => `${word(each.gate)} ${word(each.verdict)}`).join(', ')
    : '';

const statusWord = (value: unknown): string => word(value).replace('_', ' ');

export const criterionSentences: Sentences<CriterionFacts> = {
  criterion_started: (data) =>
    `${word(data.criterion)} begins: ${firstLineOf(data.text)}${data.doubts === undefined ? '' : ` (${firstLineOf(data.doubts)})`}`,
  criterion_paused: () => 'pauses',
  criterion_resumed: () => 'goes on',
  criterion_ended: (data) =>
    `${word(data.criterion)} ended: ${withWeaker(word(data.outcome), data.weaker)}${word(data.why) === '' ? '' : ` (${firstLineOf(data.why)})`}`,
  attempt_started: (data) =>
    `${word(data.criterion)}, attempt ${word(data.attempt)} by ${word(data.agent)}${data.resumed === true ? ', same conversation' : ''}`,
  attempt_judged: (data) =>
    `${word(data.criterion)}, attempt ${word(data.attempt)}: ${verdicts(data.verdicts)}${data.noProgress === true ? '; no progress' : ''}${data.confidence === undefined ? '' : `; ${sayAttemptConfidence(Number(data.confidence))}`}${data.differs === undefined ? '' : `; ${list(data.differs)}`}`,
  nobody_advises: (data) =>
    `${about(data)}${sayConfidence(Number(data.confidence))}, and there is no other agent to look at it: it goes on by itself`,
  agent_failed: (data) => `${about(data)}${word(data.agent)} failed: ${firstLineOf(data.why)}`,
  agent_unknown: (data) => `there is no agent ${word(data.agent)}`,
  conversation_forgotten: (data) => `${about(data)}the agent has lost its conversation; it is begun afresh`,
  turn_stopped: (data) => `${about(data)}the turn was stopped: the budget is used up`,
  turn_cut: (data) => `${about(data)}the turn was cut off${data.conversation === null ? '' : ' and is resumed'}`,
  group_started: (data) => `${list(data.criteria)} are worked on at once, each in a copy of its own`,
  group_ended: (data) =>
    [
      ...(data.passed.length > 0 ? [`${list(data.passed)} passed by themselves`] : []),
      ...(data.blocked.length > 0 ? [`${list(data.blocked)} did not`] : []),
    ].join('; '),
  leftovers_set_aside: (data) =>
    `${word(data.criterion)}: no part of the change, for tools left it: ${list(data.files)}`,
  edits_set_aside: (data) =>
    `${word(data.criterion)}: set aside, for it does not own them: ${list(data.files)}${data.more === undefined ? '' : ` and ${word(data.more)} more`}`,
  criterion_joined: (data) => `${word(data.criterion)} is put together with the others`,
  group_red: (data) => `${list(data.criteria)} are red together: which of them it is, is looked for`,
  criterion_clashed: (data) => `${word(data.criterion)} is blocked: in conflict with the others in ${list(data.files)}`,
  criterion_set_aside: (data) =>
    `${word(data.criterion)} does not get on; others are gone on with first${data.holds_up.length === 0 ? '' : `, but not with ${list(data.holds_up)}`}`,
  node_moved: (data) => `${word(data.node)} was ${statusWord(data.from)} and is ${statusWord(data.to)}`,
  part_given: (data) =>
    `${word(data.node)}: its agent is given step ${word(data.step)}, ${word(data.at)} of ${word(data.of)}: ${firstLineOf(data.title)}`,
  pre_analysis_noted: (data) => `${word(data.node)}: ${firstLineOf(data.note)}`,
  node_goes_on: (data) =>
    `${word(data.node)} goes on with ${list(data.parents)} (${word(data.strategy).replace('_', ' ')}): ${data.in_conversation === true ? 'in the conversation' : 'with what was answered there, as text'}`,
  task_files_found: (data) =>
    `${word(data.node)}: its agent wrote into the session folder: ${list([...data.files, ...data.unread.map(({ path }) => path)])}`,
  nodes_added: (data) =>
    `${list(data.added)} ${data.added.length === 1 ? 'is' : 'are'} part of the flow now, added by the agent of ${word(data.node)}${data.by === null ? '' : `; ${word(data.by)} agreed`}`,
  nodes_refused: (data) =>
    `${word(data.node)}: what its agent wrote into the session folder, and is not taken: ${data.refused.map(({ path, why }) => `${path} ${firstLineOf(why)}`).join('; ')}`,
  checks_held: (data) =>
    `${word(data.node)}: ${word(data.by)} has looked, and it holds: ${data.checks.length === 0 ? 'none of it' : data.checks.map(firstLineOf).join('; ')}${data.open === 0 ? '' : `; ${word(data.open)} more to look at`}`,
  checks_refused: (data) =>
    `${word(data.node)}: ${word(data.by)} has looked, and it does not hold: ${firstLineOf(data.why)}; it is worked on again`,
  flow_files_edited: (data) =>
    `edited by somebody else meanwhile, which counts when the flow is run again: ${list(data.files)}`,
  flow_files_missing: (data) => `task files that are gone: ${list(data.files)}`,
  flow_files_added: (data) => `task files that came meanwhile, and are no part of this run: ${list(data.files)}`,
  flow_files_elsewhere: (data) => `its folder cannot be written; how it stands is written to ${word(data.folder)}`,
  flow_files_failed: (data) => `its files could not be written: ${firstLineOf(data.why)}`,
  budget_used_up: (data) => `${about(data)}waits: the budget is used up`,
};
