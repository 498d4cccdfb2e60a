// One printer per command, loaded by noun.
import type { CommandName } from '../../../contract/commands.ts';
import type { Replies } from '../../../contract/replies.ts';
import type { Look } from './look.ts';

export type Printers = { readonly [Name in CommandName]: (data: Replies[Name], look: Look) => string };
type Noun<Names extends string> = Names extends `${infer Word}.${string}` ? Word : never;
type Loaders = {
  readonly [Word in Noun<CommandName>]: () => Promise<{
    readonly printers: Pick<Printers, Extract<CommandName, `${Word}.${string}`>>;
  }>;
};

const loaders: Loaders = {
  config: () => import('./config.ts'),
  env: () => import('./environment.ts'),
  question: () => import('./question.ts'),
  service: () => import('./service.ts'),
  step: () => import('./step.ts'),
  task: () => import('./task.ts'),
  workspace: () => import('./workspace.ts'),
};

/** Without the last newline. The data must be clean. */
export async function printReply<Name extends CommandName>(
  name: Name,
  data: Replies[Name],
  look: Look,
): Promise<string> {
  const noun = name.split('.')[0] as Noun<CommandName>;
  const { printers } = await loaders[noun]();
  return (printers as Printers)[name](data, look);
}
