/** Randomness, passed in. */
export interface Ids {
  /** 256 bits, base64url: lease tokens, tickets. */
  secret(): string;
  /** A random UUID. */
  uuid(): string;
}
