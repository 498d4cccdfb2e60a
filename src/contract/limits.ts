// Sizes and forms that both ends of the socket know.
export { attachmentLimit } from '../domain/task/settings/attachments.ts';
export { detachKeyPattern } from '../domain/text/detach-key.ts';

/** Bytes of UTF-8 a task's text, a plan or a message may have. */
export const textLimit = 256 * 1024;

/** Bytes of the longest request line. */
export const requestLimit = 8 * 1024 * 1024;

/** How many may do one task at once, each in a copy of its own. */
export const rivalsWithin = [2, 9] as const;
