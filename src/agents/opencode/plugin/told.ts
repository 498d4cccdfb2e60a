// What the plugin tells of a running OpenCode, one file an event.

export type Told =
  | { readonly type: 'conversation'; readonly id: string; readonly model: string | null }
  /** A prompt was taken in; null: its text is not known. */
  | { readonly type: 'prompt'; readonly text: string | null }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool'; readonly id: string; readonly tool: string; readonly what: string }
  | {
      readonly type: 'tool_end';
      readonly id: string;
      readonly ok: boolean;
      readonly exit: number | null;
      readonly paths: readonly string[];
    }
  /** `next`: when it tries again; milliseconds since 1970. */
  | { readonly type: 'retry'; readonly attempt: number; readonly why: string; readonly next: number | null }
  /** It waits for the answer's file. */
  | { readonly type: 'asked'; readonly id: string; readonly tool: string; readonly subject: string }
  | { readonly type: 'closed'; readonly id: string }
  | { readonly type: 'context'; readonly used: number }
  | { readonly type: 'stopped'; readonly end: TurnEnd };

export type TurnEnd = {
  readonly text: string;
  /** Why its last step ended; '' where none did. */
  readonly reason: string;
  /** What it was not allowed, and did nothing after. */
  readonly refused: readonly string[];
  /** Its own `{ name, data }`; null where none was told. */
  readonly error: object | null;
  readonly usage: Spent;
};

/** Of one turn; `money` in US dollars. */
export type Spent = {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly money: number;
};
