// Puts text of others into a prompt as data: in a fence longer than any run of backticks in it, so that it cannot be closed from inside.

export function fence(text: string, label = ''): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const marks = '`'.repeat(Math.max(3, longest + 1));
  return `${marks}${label}\n${text}\n${marks}`;
}
