/** A bundle of more bytes is not read: it is none of ours, or nobody wants to wait for it. */
export const mostBytes = 64 * 1024 * 1024;
