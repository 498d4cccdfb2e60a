// Values of a flow put into its texts: `[name]`, `{{name}}`, `{name}`, each once and as they are. What is put in is not looked through again.

export type Substituted = {
  readonly text: string;
  /** Names that nothing is known of; they stay as they stand. */
  readonly unknown: readonly string[];
};

/** What stands for a value in a fence: by its place among all, for its name may be any text. */
export const fencedValue = (at: number): string => `value:${at + 1}`;

/** Where a name stands, in one of three groups. */
export const places = /\[([^[\]\s]{1,100})\]|\{\{\s*([^{}\s]{1,100})\s*\}\}|\{([A-Za-z_][\w.-]{0,99})\}/g;
/** Not a range of signs, a box to tick or the text of a link. */
const isName = (name: string, rest: string): boolean => /^[A-Za-z_]\w+$/.test(name) && !rest.startsWith('(');

export function substitute(text: string, values: ReadonlyMap<string, string>): Substituted {
  const unknown = new Set<string>();
  const replaced = text.replace(
    places,
    (whole: string, one?: string, two?: string, three?: string, ...more: unknown[]) => {
      const name = one ?? two ?? three ?? '';
      const value = values.get(name);
      if (value !== undefined) return value;
      const end = Number(more[0]) + whole.length;
      if (one !== undefined && isName(name, text.slice(end, end + 1))) unknown.add(name);
      if (two !== undefined) unknown.add(name);
      return whole;
    },
  );
  return { text: replaced, unknown: [...unknown] };
}
