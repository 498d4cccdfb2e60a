// When two names of sessions are the same name, in any script.

/** Case, width, accents' encoding and punctuation do not tell names apart; letters and digits of every script do. '' where nothing is left. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\p{Mark}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
