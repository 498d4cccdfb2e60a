// What a confined run made of its copy of a login: the person's own is replaced only by a refresh of the very same login.
export type LoginCopy = {
  /** SHA-256 of what the run was given; null: there was none. */
  readonly given: string | null;
  /** As the person's stands now, and its SHA-256. */
  readonly now: string | null;
  readonly nowHash: string | null;
  /** As the run left it; null: gone, or no file. */
  readonly after: string | null;
};

export type LoginVerdict =
  | { readonly kind: 'same' }
  | { readonly kind: 'refreshed'; readonly text: string }
  | { readonly kind: 'refused'; readonly why: string };

const longest = 256 * 1024;

/** `fresh`: leaves that a refresh changes, `a.*.b`. */
export function judgeLogin({ given, now, nowHash, after }: LoginCopy, fresh: readonly string[]): LoginVerdict {
  if (after === null || after === now || isNothing(after)) return { kind: 'same' };
  if (given === null || now === null) return refused('it was not logged in before');
  if (given !== nowHash) return refused('the login was changed outside meanwhile');
  if (after.length > longest) return refused('it is too long');
  const [old, left] = [leavesOf(now), leavesOf(after)];
  if (old === null || left === null) return refused('it is no JSON object');
  for (const name of new Set([...old.keys(), ...left.keys()])) {
    const [was, is] = [old.get(name), left.get(name)];
    if (was === is) continue;
    if (!fresh.some((pattern) => fits(name, pattern))) return refused(`${name} differs`);
    if (is === undefined || (was !== undefined && typeof was !== typeof is) || is === '')
      return refused(`${name} is gone`);
  }
  return { kind: 'refreshed', text: `${JSON.stringify(JSON.parse(after), null, 2)}\n` };
}

const refused = (why: string): LoginVerdict => ({ kind: 'refused', why });

/** Some write an empty object at their first start. */
const isNothing = (text: string): boolean => /^\s*(\{\s*\})?\s*$/.test(text);

function fits(name: string, pattern: string): boolean {
  const [parts, wanted] = [name.split('.'), pattern.split('.')];
  return parts.length === wanted.length && wanted.every((part, at) => part === '*' || part === parts[at]);
}

type Leaf = string | number | boolean | null;

/** By dotted names; null: no object. An empty list or object is a leaf of its own. */
function leavesOf(text: string): ReadonlyMap<string, Leaf> | null {
  const leaves = new Map<string, Leaf>();
  const walk = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null) return void leaves.set(name, value as Leaf);
    const entries = Object.entries(value);
    if (entries.length === 0) leaves.set(name, Array.isArray(value) ? '[]' : '{}');
    for (const [key, inner] of entries) walk(inner, name === '' ? key : `${name}.${key}`);
  };
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return null;
    walk(read, '');
    return leaves;
  } catch {
    return null;
  }
}
