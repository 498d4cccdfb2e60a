// Completion scripts for bash, zsh and fish, from the words. Names of tasks, questions, sessions and the like are asked of a daemon that runs; none is started.

import type { NameKind } from '../../../contract/cli/name-kinds.ts';
import type { Flag, Word } from '../../../contract/cli/word.ts';
import { wordNamed, words } from '../../../contract/cli/words.ts';
import { flagsOf } from '../parse/flags.ts';
import { firstWords, secondWords } from '../parse/parse.ts';

export type ShellName = 'bash' | 'zsh' | 'fish';

export const completionFor = (shell: ShellName): string => ({ bash, zsh, fish })[shell]();

const named = (): readonly Word[] => words.filter(({ name }) => name !== '');
const inGroups = (): string[] => {
  const within = words.map(({ name }) => name.split(' ').slice(0, -1).join(' '));
  return [...new Set([...firstWords(), ...within])].filter((group) => group !== '' && secondWords(group).length > 0);
};
const typed = ({ name, short }: Flag): string[] => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
const flagWords = (word: Word): string[] => flagsOf(word).flatMap(typed);

/** What a positional or a value names, by what it is called; `--resume` goes on with what the command makes. */
const kinds: Readonly<Record<string, NameKind>> = {
  against: 'environment',
  agent: 'agent',
  chain: 'chain',
  env: 'environment',
  id: 'thing',
  question: 'question',
  'review-by': 'agent',
  'run --resume': 'run',
  'chain --resume': 'chain',
  session: 'session',
  task: 'task',
  work: 'task',
  workspace: 'workspace',
};
const kindOf = (word: Word, flag: Flag): NameKind | undefined =>
  kinds[`${word.name} --${flag.name}`] ?? kinds[flag.name];

const lines = (known: readonly string[]): string => `printf '%s\\n' ${known.join(' ')}`;

/** What may follow, as arms of a shell's `case` over the command so far. The first positional may be a name. */
const arms = (): string =>
  [
    `'') ${lines([...firstWords(), '--help', '--version', '--json'])}; return 0 ;;`,
    ...named().map((word) => {
      const kind = kinds[word.positionals[0]?.name ?? ''];
      const place = word.name.split(' ').length + 1;
      const names = kind === undefined ? '' : `[ "$4" = ${place} ] && __drover_names ${kind} "$3" && return 0; `;
      const under = secondWords(word.name);
      return `'${word.name}') ${names}${lines([...under, ...choicesOf(word), ...flagWords(word)])}; return 0 ;;`;
    }),
    ...inGroups()
      .filter((group) => !words.some(({ name }) => name === group))
      .map((group) => `'${group}') ${lines([...secondWords(group), '--help'])}; return 0 ;;`),
  ]
    .map((arm) => `    ${arm}`)
    .join('\n');

const choicesOf = ({ positionals }: Word): readonly string[] => positionals[0]?.choices ?? [];

/** After a flag that takes a value no flag is offered: its choices, the names it may have, or nothing (then files are). */
const valueArms = (): string =>
  words
    .flatMap((word) => {
      const taking = flagsOf(word).filter(({ value }) => value !== undefined);
      const known = taking.filter((flag) => flag.choices !== undefined || kindOf(word, flag) !== undefined);
      const free = taking.filter((flag) => !known.includes(flag));
      const pattern = (flags: readonly Flag[]) =>
        flags.flatMap((flag) => typed(flag).map((each) => `'${word.name} ${each}'`)).join('|');
      return [
        ...known.map((flag) => {
          const offered = flag.choices === undefined ? `__drover_names ${kindOf(word, flag)} ""` : lines(flag.choices);
          return `${pattern([flag])}) ${offered}; return 0 ;;`;
        }),
        ...(free.length === 0 ? [] : [`${pattern(free)}) return 0 ;;`]),
      ];
    })
    .map((arm) => `    ${arm}`)
    .join('\n');

/** 1: no such command. COMMAND, the word before, the word that is typed, its place. */
const follow = (): string => `__drover_names() {
  case "$2" in -*) return 1 ;; esac
  drover completion names "$1" 2>/dev/null </dev/null
  return 0
}
__drover_follow() {
  case "$1 $2" in
${valueArms()}
  esac
  case "$1" in
${arms()}
  esac
  return 1
}`;

/** Names go into the line quoted, and nothing in them is ever executed. */
const bash = (): string => `# drover completion for bash: source <(drover completion bash)
${follow()}
__drover() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" first="" second="" third="" known each
  [ "$COMP_CWORD" -gt 1 ] && first="\${COMP_WORDS[1]}"
  [ "$COMP_CWORD" -gt 2 ] && second="\${COMP_WORDS[2]}"
  [ "$COMP_CWORD" -gt 3 ] && third="\${COMP_WORDS[3]}"
  known="$(__drover_follow "\${first:+$first\${second:+ $second\${third:+ $third}}}" "$previous" "$current" "$COMP_CWORD")" ||
    known="$(__drover_follow "\${first:+$first\${second:+ $second}}" "$previous" "$current" "$COMP_CWORD")" ||
    known="$(__drover_follow "$first" "$previous" "$current" "$COMP_CWORD")"
  COMPREPLY=()
  while IFS= read -r each; do
    [ -n "$each" ] && [ "\${each:0:\${#current}}" = "$current" ] && COMPREPLY+=("$(printf '%q' "$each")")
  done <<< "$known"
}
complete -o default -F __drover drover
`;

const zsh = (): string => `#compdef drover
# drover completion for zsh: source <(drover completion zsh)
${follow()}
_drover() {
  local first="" second="" third="" before="\${words[CURRENT-1]}" current="\${words[CURRENT]}" place=$((CURRENT - 1)) known
  (( CURRENT > 2 )) && first="\${words[2]}"
  (( CURRENT > 3 )) && second="\${words[3]}"
  (( CURRENT > 4 )) && third="\${words[4]}"
  known="$(__drover_follow "\${first:+$first\${second:+ $second\${third:+ $third}}}" "$before" "$current" "$place")" ||
    known="$(__drover_follow "\${first:+$first\${second:+ $second}}" "$before" "$current" "$place")" ||
    known="$(__drover_follow "$first" "$before" "$current" "$place")"
  if [[ -z "$known" ]]; then _files; else compadd -- "\${(@f)known}"; fi
}
compdef _drover drover
`;

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
/** Fish quotes what is chosen by itself. */
const asked = (kind: NameKind): string => `-a '(drover completion names ${kind} 2>/dev/null)'`;

function fish(): string {
  const firsts = firstWords().map((first) => {
    const help = wordNamed(first)?.help ?? `${secondWords(first).join(', ')}`;
    return `complete -c drover -n __fish_use_subcommand -f -a ${first} -d ${quoted(help)}`;
  });
  return `# drover completion for fish: drover completion fish | source\n${[...firsts, ...named().flatMap(fishLines)].join('\n')}\n`;
}

function fishLines(word: Word): string[] {
  const names = word.name.split(' ');
  const seen = (many: readonly string[]) => many.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ');
  const head = names.slice(1).map((name, at) => {
    const before = names.slice(0, at + 1);
    const help = at + 2 === names.length ? word.help : secondWords(names.slice(0, at + 2).join(' ')).join(', ');
    return `complete -c drover -n ${quoted(`${seen(before)}; and not __fish_seen_subcommand_from ${secondWords(before.join(' ')).join(' ')}`)} -f -a ${name} -d ${quoted(help)}`;
  });
  const here = seen(names);
  const first = kinds[word.positionals[0]?.name ?? ''];
  const choices = choicesOf(word);
  const values = [
    ...(first === undefined ? [] : [`complete -c drover -n ${quoted(here)} -f ${asked(first)}`]),
    ...(choices.length === 0 ? [] : [`complete -c drover -n ${quoted(here)} -f -a ${quoted(choices.join(' '))}`]),
  ];
  const flags = flagsOf(word).map((flag) => {
    const kind = flag.value === undefined ? undefined : kindOf(word, flag);
    return [
      `complete -c drover -n ${quoted(here)} -l ${flag.name}`,
      flag.short && `-s ${flag.short}`,
      flag.value && '-r',
      flag.choices && `-f -a ${quoted(flag.choices.join(' '))}`,
      kind && `-f ${asked(kind)}`,
      `-d ${quoted(flag.help)}`,
    ]
      .filter(Boolean)
      .join(' ');
  });
  return [...head, ...values, ...flags];
}
