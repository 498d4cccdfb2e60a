// What a shell makes of each place of a line: a word of a command, a text between quotes, a number to be worked out. What stands in `$(...)` or between backticks is a command of its own, also between double quotes.

export type ShellPlace = 'command' | 'double' | 'single' | 'escaped' | 'number';

/** `ends`: by what it is left; '' for the line itself. */
type Frame = { readonly place: Exclude<ShellPlace, 'escaped'>; readonly ends: string };

const line: Frame = { place: 'command', ends: '' };

/** What opens another within a command, longest first. */
const inCommand: Readonly<Record<string, Frame>> = {
  '$((': { place: 'number', ends: '))' },
  '((': { place: 'number', ends: '))' },
  '$[': { place: 'number', ends: ']' },
  '$(': { place: 'command', ends: ')' },
  '(': { place: 'command', ends: ')' },
  '`': { place: 'command', ends: '`' },
  '"': { place: 'double', ends: '"' },
  "'": { place: 'single', ends: "'" },
};
const { '$((': sum, '$[': oldSum, '$(': command, '`': backtick, '(': group } = inCommand;
const inDouble = { '$((': sum, '$[': oldSum, '$(': command, '`': backtick };

const opens: Readonly<Record<Frame['place'], Readonly<Record<string, Frame | undefined>>>> = {
  command: inCommand,
  double: inDouble,
  single: {},
  number: { '$(': command, '`': backtick, '(': { ...group, place: 'number', ends: ')' } },
};

/** Of each sign of the line, in its order. */
export function shellPlaces(text: string): readonly ShellPlace[] {
  const places: ShellPlace[] = [];
  const frames: Frame[] = [line];
  const comparing = comparisonsIn(text);
  while (places.length < text.length) {
    const at = places.length;
    const { place, ends } = frames.at(-1) ?? line;
    const here = comparing(at) ? 'number' : place;
    if (ends !== '' && text.startsWith(ends, at)) {
      frames.pop();
      places.push(...Array.from(ends, () => here));
    } else if (place !== 'single' && text.charAt(at) === '\\') places.push(here, 'escaped');
    else {
      const [sign, frame] = Object.entries(opens[place]).find(([each]) => text.startsWith(each, at)) ?? [];
      if (sign !== undefined && frame !== undefined) frames.push(frame);
      places.push(...Array.from(sign ?? ' ', () => here));
    }
  }
  return places;
}

/** `[[ one -eq other ]]` works both out as numbers. */
function comparisonsIn(text: string): (at: number) => boolean {
  const spans = [...text.matchAll(/\[\[\s[\s\S]*?\s\]\]/g)].filter(([span]) => /\s-(?:eq|ne|lt|le|gt|ge)\s/.test(span));
  return (at) => spans.some(({ index, 0: span }) => at >= index && at < index + span.length);
}
