// What a shell makes of each place of a line: a word of a command, a text between quotes or of a here-document, a number to be worked out, a program. What stands in `$(...)` or between backticks is a command of its own, also between double quotes.
import {
  addToWord,
  beginTarget,
  endCommand,
  endGroup,
  endWord,
  isAwaited,
  isFileOf,
  runsItsFile,
  runsItsInput,
  runsItsWord,
  type SimpleCommand,
  simpleCommand,
} from './simple-command.ts';

export type ShellPlace =
  | 'command'
  | 'double'
  | 'single'
  /** A line of a here-document, in which quotes are signs like any. */
  | 'here'
  /** A text into which a shell puts nothing: `<<'END'`, `$'...'`. */
  | 'verbatim'
  /** The same, and it is no text either: behind a backslash, or said to nobody. */
  | 'escaped'
  | 'number'
  /** It is run, or read once more as something that is. */
  | 'program';

type Place = Exclude<ShellPlace, 'escaped' | 'program'>;

/** `ends`: by what it is left; '' where it is by none. */
type Frame = { readonly place: Place; readonly ends: string };

const frames = {
  line: { place: 'command', ends: '' },
  sum: { place: 'number', ends: '))' },
  oldSum: { place: 'number', ends: ']' },
  group: { place: 'number', ends: ')' },
  put: { place: 'command', ends: ')' },
  shell: { place: 'command', ends: ')' },
  backticks: { place: 'command', ends: '`' },
  double: { place: 'double', ends: '"' },
  single: { place: 'single', ends: "'" },
  meant: { place: 'verbatim', ends: "'" },
  here: { place: 'here', ends: '' },
  quotedHere: { place: 'verbatim', ends: '' },
} as const satisfies Readonly<Record<string, Frame>>;

/** What opens another, longest first. */
type Openings = readonly (readonly [sign: string, frame: Frame])[];

const inDouble: Openings = [
  ['$((', frames.sum],
  ['$[', frames.oldSum],
  ['$(', frames.put],
  ['`', frames.backticks],
];
const openings: Readonly<Record<Place, Openings>> = {
  command: [
    ...inDouble,
    ["$'", frames.meant],
    ['((', frames.sum],
    ['(', frames.shell],
    ['"', frames.double],
    ["'", frames.single],
  ],
  double: inDouble,
  here: inDouble,
  single: [],
  verbatim: [],
  number: [
    ['$(', frames.put],
    ['`', frames.backticks],
    ['(', frames.group],
  ],
};

type Open = {
  readonly frame: Frame;
  /** That is read there, or whose word it is part of. */
  readonly command: SimpleCommand | null;
  /** What it prints or says is run. */
  isRun: boolean;
  /** Of a here-document: what its last line is. */
  readonly last?: string;
  readonly mayIndent?: boolean;
};

type Reading = {
  readonly text: string;
  readonly places: ShellPlace[];
  readonly open: Open[];
  /** Here-documents that begin on the next line. */
  readonly due: Open[];
  /** Which of what is open are here-documents. */
  readonly heres: number[];
  /** What a shell reads, from and to. */
  readonly read: (readonly [from: number, to: number])[];
};

/** Of each sign of the text, in its order. */
export function shellPlaces(text: string): readonly ShellPlace[] {
  const first: Open = { frame: frames.line, command: simpleCommand(0), isRun: false };
  const reading: Reading = { text, places: [], open: [first], due: [], heres: [], read: [] };
  while (reading.places.length < text.length) readOn(reading, reading.open.at(-1) ?? first);
  for (const { frame, command } of reading.open)
    if (frame.place === 'command' && command !== null) close(reading, command);
  runWhatIsRead(reading);
  for (const [from, to] of [...comparisonsIn(text), ...subscriptsIn(text)]) reading.places.fill('number', from, to);
  return reading.places;
}

function readOn(reading: Reading, now: Open): void {
  const { frame, command } = now;
  const { text, places, open } = reading;
  const at = places.length;
  if (endsHere(reading) || endsFrame(reading, now)) return;
  const place = placeIn(now);
  const [sign, opened] = openings[frame.place].find(([each]) => text.startsWith(each, at)) ?? [text[at] ?? ''];
  if (sign === '\\' && frame !== frames.single && frame !== frames.quotedHere) {
    const kept = text[at + 1] ?? '';
    if (command !== null && kept !== '\n') addToWord(command, kept);
    places.push(place, 'escaped');
  } else if (opened !== undefined) {
    open.push(openIn(now, opened, at));
    pass(reading, sign.length, place);
  } else if (frame.place === 'command' && command !== null) readSign(reading, now, command);
  else {
    if (command !== null) addToWord(command, sign);
    places.push(place);
  }
}

function pass({ places }: Reading, length: number, place: ShellPlace): void {
  for (let each = 0; each < length; each += 1) places.push(place);
}

/** A pattern of `case` ends with the same sign as what it stands in. */
function endsFrame(reading: Reading, { frame, command }: Open): boolean {
  const { text, places, open } = reading;
  if (frame.ends === '' || !text.startsWith(frame.ends, places.length)) return false;
  const isCommand = frame.place === 'command' && command !== null;
  if (isCommand && command.cases > 0 && frame.ends === ')') return false;
  if (isCommand) close(reading, command);
  open.pop();
  pass(reading, frame.ends.length, frame.place);
  const outer = open.at(-1)?.command;
  if (frame === frames.shell && outer && outer.word === null && command !== null) endGroup(outer, command);
  return true;
}

const isWord = ({ place }: Frame): boolean => place === 'command' || place === 'double' || place === 'single';

function placeIn({ frame, command, isRun }: Open): ShellPlace {
  const isHere = frame.place === 'here';
  if (isRun && (isHere || isWord(frame))) return 'program';
  return isWord(frame) && command !== null && runsItsWord(command) ? 'program' : frame.place;
}

function openIn(outer: Open, frame: Frame, at: number): Open {
  const { command, isRun } = outer;
  if (frame === frames.shell) return openShell(outer, at);
  const isRunThere = placeIn(outer) === 'program';
  if (command !== null) addToWord(command, frame === frames.put || frame === frames.backticks ? '$' : '');
  if (frame.place === 'command') return { frame, command: simpleCommand(at), isRun: isRunThere };
  return { frame, command: frame.place === 'number' ? null : command, isRun };
}

/** `(...)`, `<(...)`, `a=(...)`, and brackets in a comparison. */
function openShell({ command, isRun }: Open, at: number): Open {
  const isFile = command !== null && isFileOf(command);
  const isList = command?.isAssigning === true;
  const first = isList ? 'list' : command?.takes === 'comparison' ? 'comparison' : 'program';
  if (command !== null && (isList || isFile)) addToWord(command, '(');
  const isRunThere = isRun || (isFile && runsItsFile(command));
  return { frame: frames.shell, command: simpleCommand(at, first), isRun: isRunThere };
}

/** What stands in a command outside of quotes: a sign, a comment or the beginning of a here-document. */
function readSign(reading: Reading, now: Open, command: SimpleCommand): void {
  const { text, places, due } = reading;
  const sign = text.charAt(places.length);
  const here = sign === '<' ? hereAt(text, places.length) : null;
  if (here !== null) {
    endWord(command);
    command.isFed = true;
    due.push({ ...here.document, isRun: now.isRun || runsItsInput(command) });
    pass(reading, here.length, 'escaped');
  } else if (sign === '#' && command.word === null) {
    const end = text.indexOf('\n', places.length);
    pass(reading, (end < 0 ? text.length : end) - places.length, 'escaped');
  } else {
    const place = placeIn(now);
    takeSign(reading, command, sign);
    places.push(place);
    if (sign === '\n') beginHere(reading);
  }
}

function takeSign(reading: Reading, command: SimpleCommand, sign: string): void {
  const { text, places } = reading;
  const [before, next] = [text.charAt(places.length - 1), text[places.length + 1]];
  if (/[<>]/.test(sign)) {
    beginTarget(command);
    command.isFed ||= sign === '<';
  }
  // `2>&1`, `&>` and `>|` are targets, `|&` is a pipe, and behind one a line may end.
  else if (sign === '&' && (/[<>|]/.test(before) || next === '>')) return;
  else if (sign === '|' && before === '>') return;
  else if (sign === '\n' && isAwaited(command)) return;
  else if (/[;&|\n)]/.test(sign)) {
    close(reading, command);
    const isPipe = sign === '|' && next !== '|' && before !== '|';
    if (!isPipe) command.from = places.length;
    endCommand(command, isPipe);
  } else if (/\s/.test(sign)) endWord(command);
  else addToWord(command, sign);
}

/** What a shell reads is run: all that was piped into it, and its here-documents. */
function close({ places, due, read }: Reading, command: SimpleCommand): void {
  endWord(command);
  if (!runsItsInput(command)) return;
  read.push([command.from, places.length]);
  command.from = places.length;
  command.runsOn ||= !command.isFed;
  for (const document of due) document.isRun = true;
}

/** Each sign once, for one may stand in many. */
function runWhatIsRead({ places, read }: Reading): void {
  const said: readonly (ShellPlace | undefined)[] = ['command', 'double', 'single', 'here'];
  let done = 0;
  for (const [from, to] of read.toSorted(([one], [other]) => one - other)) {
    for (let at = Math.max(from, done); at < to; at += 1) if (said.includes(places[at])) places[at] = 'program';
    done = Math.max(done, to);
  }
}

function beginHere({ due, open, heres }: Reading): void {
  const document = due.shift();
  if (document !== undefined) heres.push(open.push(document) - 1);
}

const hereDocument = /<<(?!<)(-?)[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|(\\?)([^\s;&|<>()'"`\\]+))/y;

function hereAt(text: string, at: number): { readonly length: number; readonly document: Open } | null {
  if (text[at - 1] === '<') return null;
  hereDocument.lastIndex = at;
  const [whole, dash, single, double, escaped, bare] = hereDocument.exec(text) ?? [];
  if (whole === undefined) return null;
  const isQuoted = single !== undefined || double !== undefined || escaped === '\\';
  const frame = isQuoted ? frames.quotedHere : frames.here;
  const last = single ?? double ?? bare ?? '';
  return { length: whole.length, document: { frame, command: null, isRun: false, last, mayIndent: dash === '-' } };
}

/** Whatever is open in it ends with a here-document; the line behind it is its command's again. */
function endsHere(reading: Reading): boolean {
  const { text, places, open, heres } = reading;
  const at = places.length;
  const which = heres.at(-1);
  const here = which === undefined ? undefined : open[which];
  if (which === undefined || here?.last === undefined || text[at - 1] !== '\n') return false;
  const from = here.mayIndent === true ? at + (/^\t*/.exec(text.slice(at, at + 100))?.[0].length ?? 0) : at;
  const to = from + here.last.length;
  if (!text.startsWith(here.last, from) || (to < text.length && text[to] !== '\n')) return false;
  open.length = which;
  heres.pop();
  pass(reading, Math.min(to + 1, text.length) - at, 'escaped');
  beginHere(reading);
  return true;
}

/** `[[ one -eq other ]]` works both out as numbers. */
function comparisonsIn(text: string): readonly (readonly [from: number, to: number])[] {
  const found: (readonly [number, number])[] = [];
  for (let from = text.indexOf('[['); from >= 0; ) {
    const to = text.indexOf(']]', from);
    if (to < 0) break;
    if (/\s-(?:eq|ne|lt|le|gt|ge)\s/.test(text.slice(from, to))) found.push([from, to]);
    from = text.indexOf('[[', to);
  }
  return found;
}

/** `${a[number]}`, `${a:number}`. */
const subscriptsIn = (text: string): readonly (readonly [from: number, to: number])[] =>
  [...text.matchAll(/\$\{[!#]?\w+(?:\[|:(?![-=?+]))[^}]*/g)].map(({ 0: whole, index }) => [
    index,
    index + whole.length,
  ]);
