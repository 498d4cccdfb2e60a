// One model API: how its requests are understood and its answers are streamed.
import type { Json } from '../../../src/agents/json.ts';
import type { Heard } from './play.ts';

/** One piece of an event stream; APIs whose pieces have no names leave `event` out. */
export type Event = { readonly event?: string; readonly data: object | string };
export type Call = { readonly name: string; readonly input: Readonly<Record<string, unknown>> };
export type Item = { readonly kind: 'text'; readonly text: string } | ({ readonly kind: 'call' } & Call);

export type Asked = { readonly path: string; readonly body: Json; readonly authorization: string | null };

export type Api = {
  readonly path: RegExp;
  hear(asked: Asked): Heard;
  /** The JSON schema that the answer must satisfy, where the caller names one. */
  schema(body: Json): Json | null;
  /** The call of the shell tool that the caller offers. */
  shell(command: string, tools: readonly string[]): Call;
  error(status: number): object;
  open(id: string, model: string): readonly Event[];
  text(id: string, index: number, pieces: readonly string[]): readonly Event[];
  call(id: string, index: number, call: Call): readonly Event[];
  close(id: string, model: string, items: readonly Item[]): readonly Event[];
  /** The answer in one piece; null where this caller always streams. */
  whole(asked: Asked, id: string, model: string, items: readonly Item[]): object | null;
};
