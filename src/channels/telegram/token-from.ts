// What a button carries.

/** 22 letters: 132 bits, and room for a number within what a button may carry. */
export const tokenFrom = (secret: string): string => secret.slice(0, 22);
