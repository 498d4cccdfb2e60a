// What a signature comes to, whatever made it.

export type Signed =
  | { readonly kind: 'signed'; readonly key: string; readonly signature: Buffer }
  | { readonly kind: 'not_signed'; readonly why: string };

/** `known`: whose it is, by what the one who verifies trusts. */
export type Checked =
  | { readonly kind: 'known'; readonly who: string; readonly key: string }
  | { readonly kind: 'unknown'; readonly key: string; readonly why: string }
  | { readonly kind: 'forged'; readonly why: string };

/** Signs these bytes, in the person's own process. */
export type Signer = { readonly format: 'ssh' | 'openpgp'; sign(body: Uint8Array): Signed };
