// Whether a text speaks of something by its name.

/** Alone: not as a part of another name, of a path or an address. `what`: a pattern. */
export const alone = (what: string): RegExp => new RegExp(`(?<![\\w./@:-])(?:${what})(?![\\w/@-]|[.:]\\w)`, 'i');

/** Of many texts the pattern is made once. */
export const named = (name: string): RegExp => alone(name.replace(/[^\w-]/g, '\\$&'));

export const isNamed = (text: string, name: string): boolean => named(name).test(text);
