// A live agent: started, given messages and answers, ended, read.
import type { Ending } from '../run/ending.ts';
import type { OwnChanges } from '../run/own-changes.ts';
import type { Completion } from '../session/driven.ts';
import type { AgentAnswer } from '../session/permission-question.ts';
import type { Heir } from '../session/session.ts';

export type SessionEffects = {
  'start-session': { input: Record<string, never>; output: { startedAt: number; pid: number | null } };
  /** Claims the session's turn, then hands the message over. `waiting`: nothing of it arrived. */
  'deliver-message': {
    input: Record<string, never>;
    output: /** `limits`: how often it had fallen into a limit before. */
      | { kind: 'delivered'; turn: number | null; limits?: number }
      | { kind: 'waiting'; why: string; refusals: number }
      | { kind: 'failed'; why: string }
      | { kind: 'uncertain'; why: string };
  };
  /** The agent is given an answer; what is allowed from now on is put on record first. `gone`: it asks this no more. */
  'answer-agent': { input: AgentAnswer; output: { how: 'answered' | 'gone' } };
  /** Was a turn without a tool an acknowledgement only? Null: it cannot be told. */
  'judge-turn': { input: { turn: number }; output: { idle: boolean | null } };
  'interrupt-agent': { input: { seq: number }; output: Record<string, never> };
  /** In the agent's own way, or (`now`) by the keeper. */
  'end-session': { input: { by: string; now: boolean }; output: Record<string, never> };
  /** What came of it: null while it goes on. */
  'read-session': {
    input: Record<string, never>;
    /** `heir`: where it is lost and another may go on with its conversation. */
    output: { ending: Ending; changed: readonly string[] | null; own?: OwnChanges; heir?: Heir } | null;
  };
  /** A completion as a file under `done`, whole or not at all. */
  'mark-done': { input: { completion: Completion }; output: Record<string, never> };
};
