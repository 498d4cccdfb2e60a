// What a message asks for, in English or Chinese: a command, a word about the registry, or a task. Pure; nothing is guessed beyond these tables.
import type { Clock } from '../../../ports/system.ts';

export const commandNames = [
  ...['do', 'tasks', 'status', 'diff', 'log', 'pause', 'stop', 'cancel', 'done', 'resume'],
  ...['env', 'config', 'panic', 'help', 'start'],
] as const;
export type CommandName = (typeof commandNames)[number];
/** Whoever may only look may say these. */
export const lookNames: readonly CommandName[] = ['help', 'start', 'tasks', 'status', 'diff', 'log', 'config', 'env'];

export type Understood =
  | { readonly kind: 'command'; readonly name: CommandName; readonly rest: string }
  | { readonly kind: 'unknown_command' }
  /** A command for another bot in the same group. */
  | { readonly kind: 'not_for_us' }
  | { readonly kind: 'request'; readonly command: string; readonly input: Readonly<Record<string, string>> }
  | { readonly kind: 'text'; readonly text: string };

const command = /^\/([A-Za-z_]{1,32})(?:@(\w{1,64}))?(?:\s+([\s\S]*))?$/;

type Rule = {
  readonly words: RegExp;
  readonly command: string;
  readonly fields: readonly string[];
};

const workspaces = '(?:workspaces?|工作区|项目)';
const environments = '(?:env(?:ironment)?s?|环境)';
const name = '([A-Za-z0-9][A-Za-z0-9._-]{0,63})';
const rest = '(\\S[^\\n]*?)';
/** A folder, or `user@host:/path`. */
const place = '([~/][^\\n]*?|[^\\s@]+@[^\\s:]+:\\S+)';
const rule = (pattern: string, request: string, fields: readonly string[] = []): Rule => ({
  words: new RegExp(`^(?:${pattern})$`, 'i'),
  command: request,
  fields,
});

const rules: readonly Rule[] = [
  rule(`(?:add|register|添加|新增|注册)\\s*${workspaces}\\s+${name}\\s+${place}`, 'workspace.add', ['name', 'path']),
  rule(`(?:add|register|添加|新增|注册)\\s*${environments}\\s+${name}\\s+${place}`, 'env.add', ['name', 'connect']),
  rule(`(?:remove|delete|forget|删除|移除)\\s*${workspaces}\\s+${name}`, 'workspace.remove', ['workspace']),
  rule(`(?:remove|delete|forget|删除|移除)\\s*${environments}\\s+${name}`, 'env.remove', ['env']),
  rule(
    `(?:show|list)\\s+(?:all\\s+)?${workspaces}|(?:列出|查看|显示)(?:所有|全部)?\\s*${workspaces}`,
    'workspace.list',
  ),
  rule(`(?:show|list)\\s+(?:all\\s+)?${environments}|(?:列出|查看|显示)(?:所有|全部)?\\s*${environments}`, 'env.list'),
  rule(`(?:set|设置)\\s*${workspaces}\\s+${name}\\s+([\\w.]+)\\s+${rest}`, 'workspace.set', [
    'workspace',
    'key',
    'value',
  ]),
  rule(`(?:set|设置)\\s*${environments}\\s+${name}\\s+([\\w.]+)\\s+${rest}`, 'env.set', ['env', 'key', 'value']),
];

/** `bot`: our own name, which may stand after a command. */
export function understand(given: string, bot: string): Understood {
  const text = given.trim();
  const [, word, address, after = ''] = command.exec(text) ?? [];
  if (word !== undefined) {
    if (address !== undefined && address.toLowerCase() !== bot.toLowerCase()) return { kind: 'not_for_us' };
    const known = commandNames.find((each) => each === word.toLowerCase());
    return known === undefined ? { kind: 'unknown_command' } : { kind: 'command', name: known, rest: after.trim() };
  }
  const plain = text.replace(new RegExp(`^@${bot}\\b[,:]?\\s*`, 'i'), '');
  for (const { words, command: request, fields } of rules) {
    const found = words.exec(plain);
    if (found === null) continue;
    return {
      kind: 'request',
      command: request,
      input: Object.fromEntries(fields.map((field, index) => [field, (found[index + 1] ?? '').trim()])),
    };
  }
  return { kind: 'text', text: plain };
}

/** Said twice it asks for the same answer, and changes nothing. */
export const isLook = (meant: Understood): boolean =>
  meant.kind === 'command' ? lookNames.includes(meant.name) : meant.kind === 'request' && /\.list$/.test(meant.command);

/** Which of the workspaces a text names; the only one there is needs no name. */
export function workspacesIn(text: string, known: readonly string[]): readonly string[] {
  const named = namedIn(text, known);
  if (named.length > 0) return named;
  return known.length === 1 ? known : [];
}

export function namedIn(text: string, known: readonly string[]): readonly string[] {
  const named = known.filter((each) => isNamed(text, each));
  // `shop-api` is not `shop` as well.
  return named.filter(
    (each) => !named.some((other) => other !== each && other.includes(each) && onlyWithin(text, each, other)),
  );
}

const isNamed = (text: string, workspace: string): boolean =>
  new RegExp(`(?<![\\w./@-])${RegExp.escape(workspace)}(?![\\w@]|[./-]\\w)`, 'i').test(text);

const onlyWithin = (text: string, one: string, other: string): boolean =>
  !isNamed(text.replaceAll(new RegExp(RegExp.escape(other), 'gi'), ' '), one);

// How often somebody who is not known may try a code: in memory alone, for nothing of strangers is stored.

const hour = 60 * 60_000;
/** Wrong ones of one user, within an hour of the first. */
const mostWrong = 10;
/** Of so many users at once no further one is heard. */
const mostUsers = 10_000;

export class Guesses {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #wrong = new Map<string, { readonly since: number; readonly count: number }>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Fails closed: then a right code is none either. */
  mayTry(user: string): boolean {
    const now = this.#clock.now();
    for (const [known, { since }] of this.#wrong) if (now - since >= hour) this.#wrong.delete(known);
    const before = this.#wrong.get(user);
    return before === undefined ? this.#wrong.size < mostUsers : before.count < mostWrong;
  }

  wasWrong(user: string): void {
    const { since, count } = this.#wrong.get(user) ?? { since: this.#clock.now(), count: 0 };
    this.#wrong.set(user, { since, count: count + 1 });
  }
}
