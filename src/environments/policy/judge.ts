// May this be asked? Words against the grammar; what comes out is the only thing that is ever run.
import { fail, ok, type Result } from '../../domain/error.ts';
import { nearest } from '../../domain/text/nearest.ts';
import { grammar, type Kind, type Operands, type Rule } from './grammar.ts';
import { readWords } from './read-words.ts';
import { foldersPassedBy, isSecretPath, passedBy } from './secret-paths.ts';

export type Allowed = {
  readonly argv: readonly string[];
  /** Where in `argv` a path of the host stands, to be resolved and held inside before it is run. */
  readonly paths: readonly number[];
};

/** Programs joined by pipes. Fails with `COMMAND_DENIED`; nothing was run. */
export function judgeCommand(command: string): Result<readonly Allowed[]> {
  const read = readWords(command);
  if (!read.ok) return read;
  const allowed: Allowed[] = [];
  for (const [index, words] of read.value.entries()) {
    const one = judgeProgram(words, index > 0);
    if (!one.ok) return one;
    allowed.push(one.value);
  }
  return ok(allowed);
}

const deny = (why: string) => fail('COMMAND_DENIED', why);

function judgeProgram([program = '', ...rest]: readonly string[], piped: boolean): Result<Allowed> {
  const rule = Object.hasOwn(grammar, program) ? grammar[program] : undefined;
  if (rule === undefined) {
    const near = nearest(program, Object.keys(grammar));
    return deny(`${JSON.stringify(program)} is not asked of an environment${near === null ? '' : `; ${near} is`}.`);
  }
  if (piped && rule.piped !== true) return deny(`${program} does not stand after a pipe.`);
  if (!piped && rule.piped === true && rule.operands.kind === 'none')
    return deny(`${program} reads what a pipe feeds it.`);
  return new Judge(program, piped).take(rule, rest);
}

/** Collects what is allowed of one program, its subcommands too. */
class Judge {
  readonly #name: string;
  readonly #piped: boolean;
  readonly #argv: string[];
  readonly #paths: number[] = [];

  constructor(name: string, piped: boolean) {
    this.#name = name;
    this.#piped = piped;
    this.#argv = [name];
  }

  take(rule: Rule, words: readonly string[]): Result<Allowed> {
    this.#argv.push(...(rule.always ?? []));
    const flags = this.#takeFlags(rule, words);
    if (!flags.ok) return flags;
    const { seen, operands } = flags.value;
    if (rule.needs?.some((need) => !seen.has(need)) === true)
      return deny(`${this.#name} needs ${rule.needs.join(' or ')}.`);
    if (rule.operands.kind === 'commands') return this.#takeCommand(rule.operands.commands, operands);
    const refused = this.#takeOperands(rule, rule.operands, operands, seen);
    return refused === null ? ok({ argv: this.#argv, paths: this.#paths }) : deny(refused);
  }

  #takeCommand(commands: Readonly<Record<string, Rule>>, [word = '', ...rest]: readonly string[]): Result<Allowed> {
    const rule = Object.hasOwn(commands, word) ? commands[word] : undefined;
    if (rule === undefined)
      return deny(
        `${this.#name} ${JSON.stringify(word)} is not asked; of ${this.#name} are ${Object.keys(commands).join(', ')}.`,
      );
    this.#argv.push(word);
    return this.take(rule, rest);
  }

  /** Flags go into `argv`; where commands follow, the first operand ends them. */
  #takeFlags(rule: Rule, words: readonly string[]): Result<{ seen: Set<string>; operands: readonly string[] }> {
    const seen = new Set<string>();
    const operands: string[] = [];
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? '';
      if (word === '--') return this.#dashes(rule, { seen, operands: [...operands, ...words.slice(at + 1)] });
      if (!word.startsWith('-') || word === '-') {
        if (rule.operands.kind === 'commands') return ok({ seen, operands: words.slice(at) });
        if (word === '-') return deny(`${this.#name} does not read "-".`);
        operands.push(word);
        continue;
      }
      const taken = this.#takeFlag(rule, word, words[at + 1], seen);
      if (!taken.ok) return taken;
      at += taken.value;
    }
    return ok({ seen, operands });
  }

  #dashes<T>(rule: Rule, value: T): Result<T> {
    return rule.dashes === true ? ok(value) : deny(`${this.#name} does not take "--" here.`);
  }

  /** How many of the words that follow belong to it. */
  #takeFlag(rule: Rule, word: string, next: string | undefined, seen: Set<string>): Result<number> {
    if (rule.digits === true && /^-\d{1,9}$/.test(word)) {
      this.#argv.push(word);
      return ok(0);
    }
    if (Object.hasOwn(rule.flags, word)) return this.#whole(rule, word, next, seen);
    const [, long, value] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
    if (long !== undefined) return this.#withValue(rule, long, value ?? '', seen);
    return word.startsWith('--') ? this.#unknown(word) : this.#bundle(rule, word, next, seen);
  }

  #whole(rule: Rule, flag: string, next: string | undefined, seen: Set<string>): Result<number> {
    const kind = rule.flags[flag];
    seen.add(flag);
    if (kind === null || kind === undefined) {
      this.#argv.push(flag);
      return ok(0);
    }
    if (next === undefined) return deny(`${flag} of ${this.#name} wants a value.`);
    const refused = this.#value(flag, kind, next);
    return refused === null ? ok(1) : deny(refused);
  }

  #withValue(rule: Rule, flag: string, value: string, seen: Set<string>): Result<number> {
    const kind = Object.hasOwn(rule.flags, flag) ? rule.flags[flag] : undefined;
    if (kind === undefined || kind === null) return this.#unknown(flag);
    seen.add(flag);
    const refused = this.#value(flag, kind, value);
    return refused === null ? ok(0) : deny(refused);
  }

  /** `-rn`, `-n5`, `-rn 5`. */
  #bundle(rule: Rule, word: string, next: string | undefined, seen: Set<string>): Result<number> {
    for (let at = 1; at < word.length; at += 1) {
      const flag = `-${word[at]}`;
      const kind = Object.hasOwn(rule.flags, flag) ? rule.flags[flag] : undefined;
      if (kind === undefined) return this.#unknown(flag);
      const glued = word.slice(at + 1);
      if (kind !== null && glued !== '') {
        seen.add(flag);
        const refused = this.#value(flag, kind, glued);
        return refused === null ? ok(0) : deny(refused);
      }
      const taken = this.#whole(rule, flag, next, seen);
      if (!taken.ok || kind !== null) return taken;
    }
    return ok(0);
  }

  #unknown(flag: string) {
    return deny(`${flag} of ${this.#name} is not allowed.`);
  }

  /** One word, so that a value can never be taken for a flag. Why it is refused. */
  #value(flag: string, kind: Kind, value: string): string | null {
    if (kind instanceof RegExp && !kind.test(value))
      return `${JSON.stringify(value)} is not a value for ${flag} of ${this.#name}.`;
    if (value === '') return `${flag} of ${this.#name} wants a value.`;
    this.#argv.push(flag.startsWith('--') ? `${flag}=${value}` : flag + value);
    return null;
  }

  #takeOperands(
    rule: Rule,
    kind: Exclude<Operands, { kind: 'commands' }>,
    operands: readonly string[],
    seen: Set<string>,
  ) {
    switch (kind.kind) {
      case 'none':
        return operands.length === 0 ? null : `${this.#name} takes no ${JSON.stringify(operands[0])} here.`;
      case 'words':
        return this.#takeWords(kind, operands);
      case 'paths':
        return this.#takePaths(rule, kind.without, operands);
      case 'search':
        return this.#takeSearch(rule, kind, operands, seen);
    }
  }

  #takeWords(
    { like, least, most, first }: Extract<Operands, { kind: 'words' }>,
    operands: readonly string[],
  ): string | null {
    const wrong = operands.find((word, index) => !(index === 0 ? first : like).test(word));
    if (wrong !== undefined) return `${this.#name} is not asked about ${JSON.stringify(wrong)}.`;
    if (operands.length < least || operands.length > most)
      return `${this.#name} is asked about ${least === most ? least : `${least} to ${most}`} here.`;
    this.#argv.push(...operands);
    return null;
  }

  #takePaths(rule: Rule, without: 'stdin' | 'here' | 'nothing', operands: readonly string[]): string | null {
    if (operands.length === 0 && without === 'stdin' && !this.#piped) return `${this.#name} needs a file.`;
    const secret = operands.find(isSecretPath);
    if (secret !== undefined) return `${JSON.stringify(secret)} looks like a secret, and is not read.`;
    if (operands.some((path) => path === '' || path.includes('\0'))) return 'A path is empty.';
    const all = operands.length === 0 && without === 'here' ? ['.'] : operands;
    if (rule.dashes === true && all.length > 0) this.#argv.push('--');
    for (const path of all) this.#paths.push(this.#argv.push(path) - 1);
    return null;
  }

  #takeSearch(
    rule: Rule,
    kind: Extract<Operands, { kind: 'search' }>,
    operands: readonly string[],
    seen: Set<string>,
  ): string | null {
    const given = kind.by.some((flag) => seen.has(flag));
    const [pattern, ...rest] = operands;
    if (!given && pattern === undefined) return `${this.#name} needs a pattern.`;
    const recursive = kind.recursive.some((flag) => seen.has(flag));
    if (recursive) this.#argv.push(...passedBy, ...foldersPassedBy);
    if (!given) this.#argv.push(`--regexp=${pattern}`);
    const files = given ? operands : rest;
    return this.#takePaths(rule, recursive ? 'here' : 'stdin', files);
  }
}
