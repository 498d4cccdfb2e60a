// What the two ends of a gateway are told, as one word of an argv.

export type GatewayWords = {
  /** `host`, `*.host`, either with `:port`; without one 443 and 80. */
  readonly hosts: readonly string[];
  /** The person's own proxy (`http://host:port`); null: none. */
  readonly upstream: string | null;
};

export const wordsOf = (words: GatewayWords): string => JSON.stringify(words);

export function parseWords(text: string): GatewayWords {
  const { hosts, upstream } = JSON.parse(text) as GatewayWords;
  return { hosts: hosts.map(String), upstream: upstream === null ? null : String(upstream) };
}
