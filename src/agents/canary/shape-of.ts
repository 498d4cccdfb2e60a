// The form of a JSON value as sorted lines: what is there and of what type, not what it says. Yes and no are kept: they are what a program can do.

export const shapeOf = (value: unknown): readonly string[] => [...new Set(lines(value, ''))].sort();

function lines(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => lines(each, `${path}[]`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) => lines(each, path === '' ? key : `${path}.${key}`));
  return [`${path}: ${typeof value === 'boolean' ? value : value === null ? 'null' : typeof value}`];
}
