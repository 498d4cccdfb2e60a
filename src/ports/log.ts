/** What the daemon tells its own log file. Must not throw. Values are redacted by the implementation. */
export interface Log {
  info(message: string, about?: Record<string, unknown>): void;
  warn(message: string, about?: Record<string, unknown>): void;
  /** Returns the id under which a person finds the stack. */
  bug(error: unknown, about?: Record<string, unknown>): string;
}
