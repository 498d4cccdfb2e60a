// What the sentences of facts are made of. A row may be of another version, so each word takes whatever stands there.

/** What is said with a fact that is said alone. */
export type None = Readonly<Record<string, never>>;

/** One sentence for each kind; `thing`: whose fact it is. */
export type Sentences<Facts> = { readonly [Kind in keyof Facts]: (data: Facts[Kind], thing: string) => string };

export const word = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
export const short = (value: unknown): string => word(value).slice(0, 8);
export const list = (value: unknown): string => (Array.isArray(value) ? value.map(word).join(', ') : word(value));
export const line = (argv: unknown): string => (Array.isArray(argv) ? argv.join(' ') : word(argv));
export const firstLineOf = (value: unknown): string => word(value).trim().split('\n')[0] ?? '';
export const spaced = (value: unknown): string => word(value).replaceAll('_', ' ');

export const by = (value: unknown): string => {
  const who = word(value);
  return who.startsWith('person:')
    ? ` by ${who.slice('person:'.length)}`
    : who === '' || who === 'caller'
      ? ''
      : ` by ${who}`;
};

/** The criterion it is about, where it is about one. */
export const about = ({ criterion }: { readonly criterion?: unknown }): string =>
  criterion === undefined ? '' : `${word(criterion)}: `;

export const labels = (value: unknown): string =>
  Array.isArray(value) ? value.map((each: { label?: unknown }) => word(each.label)).join(', ') : '';
