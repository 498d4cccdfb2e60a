// What a shell makes of each place of a line: a word of a command, a text between quotes, a number to be worked out. What stands in `$(...)` or between backticks is a command of its own, also between double quotes.

export type ShellPlace = 'command' | 'double' | 'single' | 'escaped' | 'number';

/** `ends`: by what it is left; '' for the line itself. */
type Frame = { readonly place: Exclude<ShellPlace, 'escaped'>; readonly ends: string };

const line: Frame = { place: 'command', ends: '' };

const frames = {
  sum: { place: 'number', ends: '))' },
  oldSum: { place: 'number', ends: ']' },
  group: { place: 'number', ends: ')' },
  command: { place: 'command', ends: ')' },
  backticks: { place: 'command', ends: '`' },
  double: { place: 'double', ends: '"' },
  single: { place: 'single', ends: "'" },
} as const satisfies Readonly<Record<string, Frame>>;

/** What opens another, longest first. */
type Openings = readonly (readonly [sign: string, frame: Frame])[];

const inDouble: Openings = [
  ['$((', frames.sum],
  ['$[', frames.oldSum],
  ['$(', frames.command],
  ['`', frames.backticks],
];
const openings: Readonly<Record<Frame['place'], Openings>> = {
  command: [...inDouble, ['((', frames.sum], ['(', frames.command], ['"', frames.double], ["'", frames.single]],
  double: inDouble,
  single: [],
  number: [
    ['$(', frames.command],
    ['`', frames.backticks],
    ['(', frames.group],
  ],
};

/** Of each sign of the text, in its order. */
export function shellPlaces(text: string): readonly ShellPlace[] {
  const places: ShellPlace[] = [];
  const open: Frame[] = [line];
  while (places.length < text.length) {
    const at = places.length;
    const { place, ends } = open.at(-1) ?? line;
    if (ends !== '' && text.startsWith(ends, at)) {
      open.pop();
      for (const _ of ends) places.push(place);
    } else if (place !== 'single' && text[at] === '\\') places.push(place, 'escaped');
    else {
      const [sign, frame] = openings[place].find(([each]) => text.startsWith(each, at)) ?? [text[at] ?? ''];
      if (frame !== undefined) open.push(frame);
      for (const _ of sign) places.push(place);
    }
  }
  for (const [from, to] of comparisonsIn(text)) places.fill('number', from, to);
  return places;
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
