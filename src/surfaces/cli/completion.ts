// Completion scripts for bash, zsh and fish, from the words; they ask nobody.
import { type Word, words } from '../../contract/words.ts';
import { firstWords, secondWords } from './parse.ts';
import { flagsOf } from './read-rest.ts';

export type ShellName = 'bash' | 'zsh' | 'fish';

export const completionFor = (shell: ShellName): string => ({ bash, zsh, fish })[shell]();

const named = (): readonly Word[] => words.filter(({ name }) => name !== '');
const inGroups = (): string[] => {
  const within = words.map(({ name }) => name.split(' ').slice(0, -1).join(' '));
  return [...new Set([...firstWords(), ...within])].filter((group) => group !== '' && secondWords(group).length > 0);
};
const flagWords = (word: Word): string[] =>
  flagsOf(word).flatMap(({ name, short }) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]);

/** What may follow, as arms of a shell's `case` over the command so far. */
const arms = (): string =>
  [
    `'') echo '${firstWords().join(' ')} --help --version --json' ;;`,
    ...inGroups().map((group) => `'${group}') echo '${secondWords(group).join(' ')} --help' ;;`),
    ...named().map((word) => `'${word.name}') echo '${[...choicesOf(word), ...flagWords(word)].join(' ')}' ;;`),
  ]
    .map((arm) => `    ${arm}`)
    .join('\n');

const choicesOf = ({ positionals }: Word): readonly string[] => positionals[0]?.choices ?? [];

/** Values that a flag of a command takes, by the two as they were typed. */
const valueArms = (): string =>
  words
    .flatMap((word) => word.flags.map((flag) => ({ word, flag })))
    .filter(({ flag }) => flag.choices !== undefined)
    .flatMap(({ word, flag: { name, short, choices } }) =>
      [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map(
        (typed) => `    '${word.name} ${typed}') echo '${choices?.join(' ')}'; return ;;`,
      ),
    )
    .join('\n');

const follow = (): string => `__drover_follow() {
  case "$1 $2" in
${valueArms()}
  esac
  case "$1" in
${arms()}
  esac
}`;

const bash = (): string => `# drover completion for bash: source <(drover completion bash)
${follow()}
__drover() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" first="" second="" third=""
  [ "$COMP_CWORD" -gt 1 ] && first="\${COMP_WORDS[1]}"
  [ "$COMP_CWORD" -gt 2 ] && second="\${COMP_WORDS[2]}"
  [ "$COMP_CWORD" -gt 3 ] && third="\${COMP_WORDS[3]}"
  local known; known="$(__drover_follow "\${first:+$first\${second:+ $second\${third:+ $third}}}" "$previous")"
  [ -z "$known" ] && known="$(__drover_follow "\${first:+$first\${second:+ $second}}" "$previous")"
  [ -z "$known" ] && known="$(__drover_follow "$first" "$previous")"
  COMPREPLY=($(compgen -W "$known" -- "$current"))
}
complete -o default -F __drover drover
`;

const zsh = (): string => `#compdef drover
# drover completion for zsh: source <(drover completion zsh)
${follow()}
_drover() {
  local first="" second="" third="" known
  (( CURRENT > 2 )) && first="\${words[2]}"
  (( CURRENT > 3 )) && second="\${words[3]}"
  (( CURRENT > 4 )) && third="\${words[4]}"
  known="$(__drover_follow "\${first:+$first\${second:+ $second\${third:+ $third}}}" "\${words[CURRENT-1]}")"
  [[ -z "$known" ]] && known="$(__drover_follow "\${first:+$first\${second:+ $second}}" "\${words[CURRENT-1]}")"
  [[ -z "$known" ]] && known="$(__drover_follow "$first" "\${words[CURRENT-1]}")"
  compadd -- \${=known}
  [[ -z "$known" ]] && _files
}
compdef _drover drover
`;

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function fish(): string {
  const firsts = firstWords().map((first) => {
    const help = words.find(({ name }) => name === first)?.help ?? `${secondWords(first).join(', ')}`;
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
  const flags = flagsOf(word).map(({ name, short, value, choices, help }) =>
    [
      `complete -c drover -n ${quoted(here)} -l ${name}`,
      short && `-s ${short}`,
      value && '-r',
      choices && `-f -a ${quoted(choices.join(' '))}`,
      `-d ${quoted(help)}`,
    ]
      .filter(Boolean)
      .join(' '),
  );
  return [...head, ...flags];
}
