// From where the names of files in an output are seen.
import { isAbsolute, join } from 'node:path/posix';

export type PrintedPart = { readonly at: string; readonly text: string };

/** `at`: where the command was started; '' is the top. A command that goes through several folders says first where it is: `# in packages/a` (`detect/below.ts`). */
export function printedIn(at: string, output: string): readonly PrintedPart[] {
  const [text = '', ...rest] = output.split(/^# in (\S+)$/m);
  const parts = Array.from({ length: rest.length / 2 }, (_, index) => ({
    at: seenFromTop(at, rest[2 * index] ?? ''),
    text: rest[2 * index + 1] ?? '',
  }));
  return [{ at, text }, ...parts];
}

export const seenFromTop = (at: string, file: string): string =>
  at === '' || file === '' || isAbsolute(file) ? file : join(at, file);
