// One model API: how its requests are understood and its answers are streamed.
import type { Heard } from './play.ts';

export type Event = { readonly event: string; readonly data: object };
export type Call = { readonly name: string; readonly input: Readonly<Record<string, unknown>> };
export type Item = { readonly kind: 'text'; readonly text: string } | ({ readonly kind: 'call' } & Call);

export type Api = {
  readonly path: string;
  hear(body: Record<string, unknown>, authorization: string | null): Heard;
  /** The call of the shell tool that the caller offers. */
  shell(command: string, tools: readonly string[]): Call;
  error(status: number): object;
  open(id: string, model: string): readonly Event[];
  text(id: string, index: number, pieces: readonly string[]): readonly Event[];
  call(id: string, index: number, call: Call): readonly Event[];
  close(id: string, model: string, items: readonly Item[]): readonly Event[];
};
