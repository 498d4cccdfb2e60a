// What the fake model does: rules on the last thing it was told, and what it answers then.

export type Fault =
  /** An HTTP error in the API's own form; headers as a real service sends them (`retry-after`, reset times). */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** Starts a stream, says a word, then destroys the socket. */
  | { readonly kind: 'cut' }
  /** Starts a stream, says a word, then nothing until the caller goes away. */
  | { readonly kind: 'stall' }
  /** Accepts and says nothing until the caller goes away. */
  | { readonly kind: 'hang' }
  /** 200 and bytes that are no event stream. */
  | { readonly kind: 'garbage' };

export type Play = {
  /** Matched against the last user text or tool result; without `user` and `tool` it fits everything, of one API alone where that is named. */
  readonly when?: { readonly user?: RegExp; readonly tool?: RegExp; readonly api?: Heard['api'] };
  /** Used at most so often, then the next fitting play is taken. */
  readonly times?: number;
  readonly say?: string;
  /** A shell command through whatever shell tool the caller offers. */
  readonly shell?: string;
  readonly call?: { readonly name: string; readonly input: Readonly<Record<string, unknown>> };
  readonly fault?: Fault;
  /** Milliseconds before the first byte. */
  readonly afterMs?: number;
  /** Characters per streamed piece of text; 4096 when absent. */
  readonly pieceLength?: number;
  /** Milliseconds between the streamed pieces; none when absent. */
  readonly pauseMs?: number;
};

/** One request as the server understood it. */
export type Heard = {
  readonly api: 'anthropic' | 'responses' | 'chat' | 'gemini';
  readonly model: string;
  /** Texts of the user's turns in order, reminders of the program left out. */
  readonly users: readonly string[];
  /** What the program remembers of the model's own answers. */
  readonly answers: readonly string[];
  /** The last entry of the conversation. */
  readonly last: { readonly kind: 'user' | 'tool'; readonly text: string };
  readonly tools: readonly string[];
  readonly authorization: string | null;
};

const fits = (play: Play, heard: Heard) => {
  const { user, tool, api } = play.when ?? {};
  if (api !== undefined && api !== heard.api) return false;
  if (user === undefined && tool === undefined) return true;
  return (heard.last.kind === 'user' ? user : tool)?.test(heard.last.text) ?? false;
};

/** The first play that fits and is not used up; `used` is counted by its index. */
export function choosePlay(plays: readonly Play[], used: Map<number, number>, heard: Heard): Play | null {
  const index = plays.findIndex(
    (play, i) => fits(play, heard) && (used.get(i) ?? 0) < (play.times ?? Number.POSITIVE_INFINITY),
  );
  if (index < 0) return null;
  used.set(index, (used.get(index) ?? 0) + 1);
  return plays[index] ?? null;
}
