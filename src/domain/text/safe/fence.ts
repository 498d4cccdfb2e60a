// Puts text of others into a prompt as data: in a fence longer than any run of backticks in it, so that it cannot be closed from inside.

export function fence(text: string, label = ''): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const marks = '`'.repeat(Math.max(3, longest + 1));
  return `${marks}${label}\n${text}\n${marks}`;
}

// Text of others in the middle of ours: a block of code that it opens ends where it ends, and swallows nothing of what follows.

const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/;

export function closeFences(text: string): string {
  let open: string | null = null;
  for (const line of text.split('\n')) {
    const [, run = '', rest = ''] = mark.exec(line) ?? [];
    if (run === '') continue;
    if (open === null) {
      // Backticks behind backticks make code within a line.
      if (run[0] !== '`' || !rest.includes('`')) open = run;
    } else if (run[0] === open[0] && run.length >= open.length && rest.trim() === '') open = null;
  }
  return open === null ? text : `${text}${text.endsWith('\n') ? '' : '\n'}${open}`;
}
