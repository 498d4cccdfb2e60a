// What a plan is called in the names of its steps.

/** The number its file's name begins with, else the name's own words. */
export function planLabel(path: string): string {
  const name = (path.split('/').at(-1) ?? '').replace(/\.[a-z]+$/i, '');
  const [, number] = /^(\d{1,6})(?:\D|$)/.exec(name) ?? [];
  if (number !== undefined) return number;
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return words.slice(0, 30) || 'plan';
}

/** Labels that occur twice are told apart by a letter's place: `23`, `23-2`. */
export function planLabels(paths: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return paths.map((path) => {
    const label = planLabel(path);
    const nth = (seen.get(label) ?? 0) + 1;
    seen.set(label, nth);
    return nth === 1 ? label : `${label}-${nth}`;
  });
}
