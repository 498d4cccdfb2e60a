// Whether a text speaks of something by its name.

/** Alone: not as a part of another name, of a path or an address. `what`: a pattern. */
export const alone = (what: string): RegExp => new RegExp(`(?<![\\w./@:-])(?:${what})(?![\\w/@-]|[.:]\\w)`, 'i');

export const isNamed = (text: string, name: string): boolean => alone(name.replace(/[^\w-]/g, '\\$&')).test(text);
