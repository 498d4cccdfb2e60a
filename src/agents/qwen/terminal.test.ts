import { expect, it } from 'vitest';
import type { Screen } from '../../domain/screen/screen.ts';
import { qwenTerminal } from './terminal.ts';

const outcome = (...lines: string[]) => qwenTerminal().outcome({ lines } as unknown as Screen);

it('a turn that stops at a refused permission is told as refused, with what was refused', () => {
  expect(outcome('  > touch it', '  - Shell touch made.txt (Run a command)', '>   Type your message')).toEqual({
    ...{ kind: 'refused_by_permission', text: '' },
    what: ['Shell touch made.txt (Run a command)'],
  });
});

it('a list in an answer is no refusal, nor is one of an earlier turn', () => {
  expect(outcome('  ◆︎ Two things:', '    - one (of two)')).toBeNull();
  expect(outcome('  - Shell touch made.txt (Run a command)', '  > again', '  ◆︎ Done.')).toBeNull();
});
