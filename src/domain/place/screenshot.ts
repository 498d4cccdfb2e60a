// A picture of what the program of a copy shows: what is asked for, what was seen. What it shows is data.

/** `path`: as its program is asked for it, from `/` on. Sizes in pixels. */
export type Shot = { readonly path: string; readonly width: number; readonly height: number };

export type Screenshot = Shot & {
  /** Of the PNG, hex; it is kept under that name. */
  readonly sha256: string;
  readonly bytes: number;
  readonly port: number;
  /** Of the copy when it was asked for; null: it could not be read. */
  readonly tree: string | null;
  /** The copy was another one when it was taken. */
  readonly moved?: true;
  readonly at: number;
};

/** A picture of more bytes is none. */
export const mostPictureBytes = 8 * 1024 * 1024;

/** In the state folder. */
export const pictureFile = (task: string, sha256: string): string => `screenshots/${task}/${sha256}.png`;

/** By this machine's name, for a program may listen on either of its addresses. */
export const hostOf = (port: number): string => `localhost:${port}`;

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];

/** How large a PNG says that it is; null: it is none. */
export function sizeOfPng(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  if (bytes.length < 33 || signature.some((byte, at) => bytes[at] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** `/cart, 1280 × 800, of tree 1f2e3d4c5b6a`. */
export const sayScreenshot = ({ path, width, height, tree, moved }: Screenshot): string =>
  `${path}, ${width} × ${height}${tree === null ? '' : `, of tree ${tree.slice(0, 12)}`}${moved ? ', which changed meanwhile' : ''}`;
