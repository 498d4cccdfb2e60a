// What an analysis, or a person in their answer, wants to be asked of the environment besides.
import { sayLook } from '../text/environment-notes.ts';
import { environmentOf } from './environment.ts';
import type { Step } from './move.ts';
import type { Task } from './task.ts';

/** Rounds in which an analysis may ask for more. */
export const mostRounds = 2;
const mostCommands = 10;
const longestCommand = 1_000;

/** Nobody reads through more before they allow it. */
const isShort = (command: string): boolean => command.length <= longestCommand;

/** Commands that the report of an analysis wants to be run; null: none, or it has asked enough. */
export function wantsToKnow(thing: Task, looks: number): Step<'looking'> | null {
  const { report, asked } = thing.state.known;
  const commands = (report?.report?.looks ?? []).filter(isShort).slice(0, mostCommands);
  if (commands.length === 0 || environmentToAsk(thing).mayAsk === undefined) return null;
  return { kind: 'looking', commands, looks, words: null, allowed: asked?.allowed ?? false };
}

/** The environment that may be asked; nothing where none takes part, or it was asked enough. */
export function environmentToAsk(thing: Task): { readonly mayAsk?: string } {
  const env = environmentOf(thing);
  return env === null || (thing.state.known.asked?.rounds ?? 0) >= mostRounds ? {} : { mayAsk: env.name };
}

/** What was found there, for the one who agrees to the plan. */
export function environmentInPlan(thing: Task): string {
  const env = environmentOf(thing);
  const look = env === null ? undefined : thing.state.known.looks?.[env.name];
  return env === null || look === undefined ? '' : `\n\n${sayLook(env, look).join('\n')}`;
}

export function againLabel(thing: Task): string {
  const env = environmentOf(thing);
  return env === null ? 'look again' : `look again; lines that begin with $ are asked of ${env.name} first`;
}

/** Lines of a person's words that begin with `$` are asked of the environment, the others of the agent. */
export function commandsIn(words: string): { readonly commands: readonly string[]; readonly rest: string } {
  const lines = words.split('\n');
  const commands = lines.flatMap((line) => /^\s*\$\s*(\S.*)$/.exec(line)?.[1]?.trim() ?? []);
  const rest = lines.filter((line) => !/^\s*\$\s*\S/.test(line)).join('\n');
  return { commands: commands.filter(isShort).slice(0, mostCommands), rest: rest.trim() };
}
