// Where a long list is cut into parts: after entries whose own text says so, whatever stands before them. Lists that differ in a few entries have nearly all parts in common.

/** In characters: no part but the last is shorter, one in so many of more ends one, and none goes on beyond the last. */
const size = { least: 256, usual: 2048, most: 16_384 };

/** Texts of entries, in their order. Whoever changes the rule finds no part again that was cut by another. */
export function cutList(entries: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let part: string[] = [];
  let length = 0;
  for (const entry of entries) {
    part.push(entry);
    length += entry.length;
    if (length < size.least || (length < size.most && !ends(entry))) continue;
    parts.push(part);
    part = [];
    length = 0;
  }
  return part.length === 0 ? parts : [...parts, part];
}

/** The longer it is, the likelier. FNV-1a, mixed, for names of tests differ in their last characters alone. */
function ends(entry: string): boolean {
  let hash = 0x811c9dc5;
  for (let at = 0; at < entry.length; at += 1) hash = Math.imul(hash ^ entry.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) * size.usual < entry.length * 2 ** 32;
}
