// What `git cat-file` answers when it is asked for many objects at once.

export type Answer = { readonly id: string; readonly content: Buffer };

/** In the order in which they were asked for: a line `ID KIND SIZE`, the bytes, a line end. null: a line that says why there is nothing (`NAME missing`). */
export function readAnswers(output: Buffer): readonly (Answer | null)[] {
  const answers: (Answer | null)[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at);
    const [id = '', , size] = output.subarray(at, end).toString('latin1').split(' ');
    const from = end + 1;
    const bytes = Number(size);
    answers.push(Number.isInteger(bytes) ? { id, content: output.subarray(from, from + bytes) } : null);
    at = Number.isInteger(bytes) ? from + bytes + 1 : from;
  }
  return answers;
}
