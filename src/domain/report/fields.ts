// The fields of what an agent hands in, each taken as it should be, or named in `missing`.

export type Unknowns = Readonly<Record<string, unknown>>;

export const record = (value: unknown): Unknowns =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

export function text(value: unknown, name: string, missing: string[]): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  missing.push(`\`${name}\`: a text`);
  return '';
}

export function list(value: unknown, name: string, missing: string[]): readonly unknown[] {
  if (Array.isArray(value)) return value;
  missing.push(`\`${name}\`: a list`);
  return [];
}

export function texts(value: unknown, name: string, missing: string[]): readonly string[] {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  missing.push(`\`${name}\`: a list of texts`);
  return [];
}

export function oneOf<T extends string>(
  value: unknown,
  allowed: readonly T[],
  name: string,
  missing: string[],
): T | null {
  const found = allowed.find((each) => each === value);
  if (found === undefined) missing.push(`\`${name}\`: one of ${allowed.join(', ')}`);
  return found ?? null;
}

export const lineNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;
