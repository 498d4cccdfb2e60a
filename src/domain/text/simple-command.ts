// One command of a shell as it is read: which of its words name what is run, or are read once more as text of a shell, of another language or as the name of a variable. What stands in one of these is run.

/** How the next word is taken. */
type Takes =
  /** It names what is run, behind variables that are set for it. */
  | 'program'
  /** The same, behind options of a word like `env`. */
  | 'prefixed'
  /** The file or the text that a shell runs, behind its options; `option`: what one of these is. */
  | 'script'
  | 'option'
  /** Behind `-s`: it runs what it reads. */
  | 'input'
  /** Words of a program that runs code where an option says so; `code`: that. */
  | 'interpreted'
  | 'code'
  /** Each is run, or is the name of a variable. */
  | 'text'
  | 'settings'
  | 'words'
  /** `-v NAME`, in `test` and in `[[`. */
  | 'tested'
  | 'tested_name'
  | 'comparison'
  | 'compared_name'
  /** `-exec PROGRAM`. */
  | 'found'
  /** `a=(...)`. */
  | 'list';

export type SimpleCommand = {
  /** Where each command of its place begins. */
  readonly first: Takes;
  takes: Takes;
  /** As far as it was read; null: none has begun. */
  word: string | null;
  /** It gives a variable its value, from here on. */
  isAssigning: boolean;
  /** A file that is read or written. */
  isTarget: boolean;
  /** `case` that has not come to its `esac`. */
  cases: number;
  /** Where in the line the first begins whose output it may read. */
  from: number;
};

export const simpleCommand = (from: number, first: Takes = 'program'): SimpleCommand => ({
  first,
  takes: first,
  word: null,
  isAssigning: false,
  isTarget: false,
  cases: 0,
  from,
});

const named = (takes: Takes, words: string): Readonly<Record<string, Takes>> =>
  Object.fromEntries(words.split(' ').map((word) => [word, takes]));

/** By the word with which a command begins. */
const leads: Readonly<Record<string, Takes>> = {
  ...named('program', 'if then elif else while until do ! { coproc'),
  ...named('prefixed', 'exec command builtin env nohup nice time timeout xargs sudo doas setsid stdbuf npx bunx pnpx'),
  ...named('script', 'sh bash dash ash ksh zsh'),
  ...named('interpreted', 'node nodejs bun deno python python3 perl ruby php'),
  ...named('text', 'eval source . trap let unset read mapfile readarray getopts'),
  ...named('settings', 'declare typeset local export readonly alias'),
  ...named('tested', 'test [ printf'),
  '[[': 'comparison',
  find: 'found',
};

const assigns = /^[A-Za-z_]\w*\+?=/;

/** What is taken behind a word. */
const after: Readonly<Record<Takes, (word: string) => Takes>> = {
  program: (word) => (assigns.test(word) ? 'program' : leadOf(word)),
  prefixed: (word) => (/^-|^[\d.]+[a-z]?$/.test(word) || assigns.test(word) ? 'prefixed' : leadOf(word)),
  script: (word) => {
    if (/^[-+]\w*[oO]$/.test(word)) return 'option';
    if (/^-\w*s$/.test(word)) return 'input';
    return /^[-+]/.test(word) ? 'script' : 'words';
  },
  option: () => 'script',
  input: () => 'input',
  interpreted: (word) => {
    if (/^-\w*[ceEmpr]$|^--(?:eval|print|require|import)$|^eval$/.test(word)) return 'code';
    return word.startsWith('-') ? 'interpreted' : 'words';
  },
  code: () => 'words',
  text: () => 'text',
  settings: (word) => (/^-\w*i/.test(word) ? 'text' : 'settings'),
  words: (word) => (word === '{' ? 'program' : 'words'),
  tested: (word) => (word === '-v' ? 'tested_name' : 'tested'),
  tested_name: () => 'tested',
  comparison: (word) => (word === '-v' ? 'compared_name' : word === ']]' ? 'words' : 'comparison'),
  compared_name: () => 'comparison',
  found: (word) => (/^-(?:exec|ok)(?:dir)?$/.test(word) ? 'prefixed' : 'found'),
  list: () => 'list',
};

function leadOf(word: string): Takes {
  const name = word.slice(word.lastIndexOf('/') + 1);
  return (Object.hasOwn(leads, name) ? leads[name] : undefined) ?? 'words';
}

const never = () => false;
const always = () => true;
const isAssigning = (command: SimpleCommand): boolean => command.isAssigning;

/** Whether what is put into the word that is being read is a word and no more. */
const holds: Readonly<Record<Takes, (command: SimpleCommand) => boolean>> = {
  program: isAssigning,
  prefixed: isAssigning,
  script: never,
  option: never,
  input: always,
  interpreted: ({ word }) => word?.startsWith('-') !== true,
  code: never,
  text: never,
  settings: isAssigning,
  words: always,
  tested: always,
  tested_name: never,
  comparison: always,
  compared_name: never,
  found: always,
  list: ({ word }) => word?.startsWith('[') !== true,
};

export const runsItsWord = (command: SimpleCommand): boolean => !command.isTarget && !holds[command.takes](command);

/** Nothing else was named that it would run. */
export const runsItsInput = ({ takes }: SimpleCommand): boolean =>
  takes === 'script' || takes === 'option' || takes === 'input' || takes === 'interpreted';

/** `<(...)`: what stands in it is a file for it. */
export const isFileOf = ({ isTarget, word }: SimpleCommand): boolean => isTarget && word === null;

export const runsItsFile = (command: SimpleCommand): boolean => runsItsInput(command) || command.takes === 'text';

/** Of a longer word nothing is known by what comes later. */
const longest = 200;

export function addToWord(command: SimpleCommand, text: string): void {
  const word = command.word ?? '';
  if (word.length >= longest) return;
  command.word = word + text;
  if (text === '=') command.isAssigning ||= assigns.test(command.word);
}

export function endWord(command: SimpleCommand): void {
  const { word, takes } = command;
  if (word === null) return;
  if (!command.isTarget) {
    if (takes === 'program' && word === 'case') command.cases += 1;
    if (word === 'esac') command.cases = Math.max(0, command.cases - 1);
    command.takes = after[takes](word);
  }
  Object.assign(command, { word: null, isAssigning: false, isTarget: false });
}

/** What comes next is a command of its own, but where signs compare. */
export function endCommand(command: SimpleCommand): void {
  endWord(command);
  if (command.takes !== 'comparison') command.takes = command.first;
}

/** `2>`: the number is no word. */
export function beginTarget(command: SimpleCommand): void {
  if (command.word !== null && /^\d+$/.test(command.word)) command.word = null;
  endWord(command);
  if (command.takes !== 'comparison') command.isTarget = true;
}
