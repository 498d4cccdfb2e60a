// One command of a shell as it is read: which of its words name what is run, or are read once more as text of a shell, of another language or as the name of a variable. What stands in one of these is run.

/** How the next word is taken. */
type Takes =
  /** It names what is run, behind variables that are set for it. */
  | 'program'
  /** The same, behind options of a word like `env`. */
  | 'prefixed'
  /** The same, of `command`: with `-v` it is only looked for. */
  | 'commanded'
  /** The file or the text that a shell runs, behind its options; `option`: what one of these is. */
  | 'script'
  | 'option'
  /** Behind `-s` or `/dev/stdin`: it runs what it reads. */
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
  /** What it reads was said: it stands behind a pipe, or a file was named. */
  isFed: boolean;
  /** In it something is run that it reads from where it reads itself. */
  runsOn: boolean;
  /** `{`, `if` and the like that have not come to their end: what they stood behind. */
  readonly around: Pick<SimpleCommand, 'from' | 'isFed' | 'runsOn'>[];
};

export const simpleCommand = (from: number, first: Takes = 'program'): SimpleCommand => ({
  first,
  takes: first,
  word: null,
  isAssigning: false,
  isTarget: false,
  cases: 0,
  from,
  isFed: false,
  runsOn: false,
  around: [],
});

const named = (takes: Takes, words: string): Readonly<Record<string, Takes>> =>
  Object.fromEntries(words.split(' ').map((word) => [word, takes]));

/** By the word with which a command begins. */
const leads: Readonly<Record<string, Takes>> = {
  ...named('program', 'if then elif else while until do ! { coproc'),
  ...named('prefixed', 'exec builtin env nohup nice time timeout xargs sudo doas setsid stdbuf npx bunx pnpx'),
  ...named('script', 'sh bash dash ash ksh zsh source .'),
  ...named('interpreted', 'node nodejs bun deno python python3 perl ruby php'),
  ...named('text', 'eval trap let unset read mapfile readarray getopts'),
  ...named('settings', 'declare typeset local export readonly alias'),
  ...named('tested', 'test [ printf'),
  '[[': 'comparison',
  command: 'commanded',
  find: 'found',
};

/** What begins commands that read and write as one, and what ends them. */
const [begins, ends] = [/^(?:[{]|if|while|until|for|case|select)$/, /^(?:[}]|fi|done|esac)$/];
const input = /^\/dev\/(?:stdin|fd\/0)$/;

const assigns = /^[A-Za-z_]\w*\+?=/;

/** What is taken behind a word. */
const after: Readonly<Record<Takes, (word: string) => Takes>> = {
  program: (word) => (assigns.test(word) ? 'program' : leadOf(word)),
  prefixed: (word) => (/^-|^[\d.]+[a-z]?$/.test(word) || assigns.test(word) ? 'prefixed' : leadOf(word)),
  commanded: (word) => (/^-\w*[vV]/.test(word) ? 'words' : after.prefixed(word)),
  script: (word) => {
    if (/^[-+]\w*[oO]$/.test(word)) return 'option';
    if (/^-\w*s$/.test(word) || input.test(word)) return 'input';
    return /^[-+]/.test(word) ? 'script' : 'words';
  },
  option: () => 'script',
  input: () => 'input',
  interpreted: (word) => {
    if (/^-\w*[ceEmpr]$|^--(?:eval|print|require|import)$|^eval$/.test(word)) return 'code';
    if (input.test(word)) return 'input';
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
  commanded: isAssigning,
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

/** Behind a pipe nothing has come yet. */
export const isAwaited = ({ isFed, takes, first, word, isTarget }: SimpleCommand): boolean =>
  isFed && takes === first && word === null && !isTarget;

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
    if (takes === 'program' || word === '{') goInOrOut(command, word);
  }
  Object.assign(command, { word: null, isAssigning: false, isTarget: false });
}

function goInOrOut(command: SimpleCommand, word: string): void {
  const { from, isFed, runsOn, around } = command;
  if (begins.test(word)) {
    around.push({ from, isFed, runsOn });
    Object.assign(command, { isFed: false, runsOn: false });
  }
  const before = ends.test(word) ? around.pop() : undefined;
  if (before !== undefined) Object.assign(command, before, runsOn && { takes: 'input' });
}

/** `(...)` stands as what is read in it. */
export function endGroup(command: SimpleCommand, { runsOn }: SimpleCommand): void {
  if (command.takes !== 'comparison') command.takes = runsOn ? 'input' : command.first;
}

/** What comes next is a command of its own, but where signs compare; `isFed`: behind a pipe. */
export function endCommand(command: SimpleCommand, isFed: boolean): void {
  endWord(command);
  command.isFed = isFed;
  if (command.takes !== 'comparison') command.takes = command.first;
}

/** `2>`: the number is no word. */
export function beginTarget(command: SimpleCommand): void {
  if (command.word !== null && /^\d+$/.test(command.word)) command.word = null;
  endWord(command);
  if (command.takes !== 'comparison') command.isTarget = true;
}
