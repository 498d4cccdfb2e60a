/** The program that does a command of a pre-analysis. */
export interface Lookups {
  /** `request`: a file that says what is looked up, as `LookupRequest`. */
  argv(request: string): readonly string[];
  /** Absolute; it must find them where it runs. */
  readonly files: readonly string[];
}
