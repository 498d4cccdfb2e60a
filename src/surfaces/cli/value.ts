// What a flag or positional was given.
export type Value = string | number | boolean | readonly string[];
export type Values = Readonly<Record<string, Value>>;
