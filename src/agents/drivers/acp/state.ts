// Everything that is known of a conversation over the protocol, from what was heard and what was said. The same whatever their interleaving:
// both journals are read again after a restart.
import type { TurnOutcome, Usage } from '../../../domain/run/turn.ts';
import type { AgentQuestion } from '../../../domain/session/agent-question.ts';
import type { Live } from '../../../ports/agent.ts';
import type { Json } from '../../json.ts';
import type { SavedJournal } from './follow.ts';
import type { AcpProfile, Fault } from './profile.ts';

/** A request of ours. `text`: of a prompt. */
export type SaidRequest = { readonly id: string; readonly method: string; readonly text: string };

/** A request of the agent's that waits for our answer. `raw`: its id as it came. */
export type Open =
  | {
      readonly kind: 'permission';
      readonly id: string;
      readonly raw: unknown;
      readonly asked: AgentQuestion;
      readonly harmless: boolean;
    }
  | { readonly kind: 'foreign'; readonly id: string; readonly raw: unknown; readonly method: string };

/** An answer of ours: the option chosen; null for everything else. */
export type Replied = { readonly id: string; readonly choice: string | null };

export type OpenTurn = {
  /** Of the request that is under way. */
  readonly id: string;
  /** The piece of text that grows. */
  readonly piece: { readonly kind: 'text' | 'thought'; readonly message: string; readonly text: string } | null;
  /** The last whole message. */
  readonly answer: string;
  readonly tools: Readonly<Record<string, { readonly tool: string; readonly what: string; readonly told: boolean }>>;
  /** What was refused since a tool last did its work. */
  readonly refused: readonly string[];
  /** Counted from its messages, where the end of the turn does not tell it. */
  readonly usage: Usage | null;
  readonly fault: Fault | null;
  readonly attempts: number;
  /** Money that the conversation had cost before; null where that is not known. */
  readonly costBefore: number | null;
};

export type AcpState = {
  readonly profile: AcpProfile;
  readonly live: Live;
  readonly said: readonly SaidRequest[];
  /** Requests of ours that were answered, by id: did it work? */
  readonly answered: Readonly<Record<string, boolean>>;
  readonly offers: { readonly load: boolean; readonly fork: boolean } | null;
  readonly conversation: string | null;
  readonly session: Json;
  readonly settled: boolean;
  /** Prompts that were asked to stop. */
  readonly cancelled: readonly string[];
  /** Prompts that were not taken, and are to be said again. */
  readonly again: readonly string[];
  readonly asked: readonly Open[];
  readonly replied: readonly Replied[];
  readonly turn: OpenTurn | null;
  readonly turns: number;
  readonly cost: number | null;
  readonly context: string;
  /** It was told that nothing more will be said. */
  readonly leaving: boolean;
  /** It stopped its one turn by itself: only its end tells why. */
  readonly stopped: boolean;
  /** It cannot be used: why. */
  readonly fatal: TurnOutcome | null;
};

export const beginAcp = (profile: AcpProfile, live: Live, saved: SavedAcp | null = null): AcpState => ({
  profile,
  live,
  said: [],
  answered: {},
  offers: null,
  conversation: null,
  session: {},
  settled: profile.settledBy === undefined || live.resume === null,
  cancelled: [],
  again: [],
  asked: [],
  replied: [],
  turn: null,
  turns: 0,
  cost: live.resume === null ? 0 : null,
  context: '',
  leaving: false,
  stopped: false,
  fatal: null,
  ...saved,
});

/** What a bookmark of a run holds, to go on from: what is known, without what is told again each time, and how far was read what was said. */
export type SavedRun = { readonly state: SavedAcp; readonly journal: SavedJournal };
type SavedAcp = Omit<AcpState, 'profile' | 'live'>;

export const saveAcp = ({ profile: _profile, live: _live, ...rest }: AcpState): SavedAcp => rest;

export const isPrompt = ({ method }: SaidRequest): boolean => method === 'session/prompt';

/** Requests of the agent's that have no answer yet. */
export const openOf = (state: AcpState): readonly Open[] =>
  state.asked.filter(({ id }) => !state.replied.some((reply) => reply.id === id));

/** Our id of a prompt is `prompt:MESSAGE`, or `prompt:MESSAGE:again` the second time. The one in the file has no message id. */
export const promptId = (message: string | null): string =>
  `prompt:${message === null ? '' : encodeURIComponent(message)}`;
export const messageOf = (id: string): string | null => {
  const message = id.split(':')[1] ?? '';
  return message === '' ? null : decodeURIComponent(message);
};

export const saidPrompt = (state: AcpState, id: string): SaidRequest | undefined =>
  state.said.find((request) => request.id === id);
