// The system's own word for a failure: ENOSPC, EROFS, ENOENT.

/** null where the system did not say it. */
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && /^E[A-Z0-9]+$|^ERR_SQLITE/.test(String(error.code))
    ? String(error.code)
    : null;
