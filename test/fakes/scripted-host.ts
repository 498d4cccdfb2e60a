// A host that answers what a test gives it, by the words of the last program; everything else is not found there.
import { fail, ok } from '../../src/domain/error.ts';
import type { Host, HostRun } from '../../src/environments/host.ts';

/** Text: what it prints with the exit 0. A number: its exit, without a word. null: the host does not answer. */
export type Answer = string | number | Partial<HostRun> | null;

/** `asked`: each that was run, its words parted by blanks. */
export function scriptedHost(answers: Readonly<Record<string, Answer>>): Host & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  return {
    asked,
    async exec(programs) {
      const words = programs.map((argv) => argv.join(' ')).join(' | ');
      asked.push(words);
      const answer = Object.hasOwn(answers, words) ? answers[words] : 127;
      if (answer === null || answer === undefined) return fail('SSH_UNREACHABLE', 'the line is down');
      const said = { exit: 0, output: '', error: '', cut: false };
      if (typeof answer === 'string') return ok({ ...said, output: answer });
      return ok({ ...said, ...(typeof answer === 'number' ? { exit: answer } : answer) });
    },
  };
}
