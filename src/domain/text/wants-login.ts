// Whether a program's words say that a registry of packages wants a login: of npm, yarn, pip, uv, cargo, go and git.

const refused = [
  /\bE40[13]\b|\bENEEDAUTH\b|\bYN0041\b/,
  /\b40[13] (?:Client Error|Unauthorized|Forbidden)\b/i,
  /\b(?:status(?: code)?|error|got|responded with):? ?40[13]\b/i,
  /could not read (?:Username|Password) for|Authentication failed for|no credentials? found/i,
];

export const wantsLogin = (said: string): boolean => refused.some((words) => words.test(said));
