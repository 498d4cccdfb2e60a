// Which programs a command needs, as far as its words say so plainly.

/** Quoted parts are words like others. */
const quoted = /'[^']*'|"[^"$`\\]*"/g;
/** What only a shell can tell: substitutions, groups, lines, one thing or another. */
const unclear = /[`(){}\\\n'"<]|\$\(|\|\||\b(?:if|then|else|for|while|until|case|function)\s/;
const given = /^\w+=\S*$/;
const aProgram = /^\w[\w.+-]*$/;

/** Of a shell itself. */
const ofShells = new Set(
  '. : alias break bg cd command continue echo eval exec exit export false fg getopts hash jobs kill let local printf pwd read readonly return set shift source test times trap true type typeset ulimit umask unalias unset wait'.split(
    ' ',
  ),
);

/** By name, each once; one that the tree brings (`./check.sh`) is none. Of a command that is not plain nothing is said. */
export function programsNamed(line: string): readonly string[] {
  const plain = line.replaceAll(quoted, '_');
  if (unclear.test(plain)) return [];
  const names = plain.split(/&&|[;|&]/).flatMap((part) => {
    const words = part.trim().split(/\s+/);
    const ofEnv = words.findIndex((word) => !given.test(word) && word !== '!' && word !== 'env');
    return words[ofEnv] ?? [];
  });
  return [...new Set(names)].filter((name) => aProgram.test(name) && !ofShells.has(name));
}

/** All that criteria are checked by. */
export const programsOf = (criteria: readonly { readonly verify: string | null }[]): readonly string[] => [
  ...new Set(criteria.flatMap(({ verify }) => programsNamed(verify ?? ''))),
];
