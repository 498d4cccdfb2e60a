// What Codex's screen says of a turn that no hook told the end of.
import { expect, it } from 'vitest';
import type { Screen } from '../../domain/screen/screen.ts';
import { codexTerminal } from './terminal.ts';

const outcome = (...lines: string[]) => codexTerminal().outcome({ lines } as unknown as Screen);

it('WT-81 a limit is told with all of its sentence, over as many lines as it takes', () => {
  const told = outcome(
    '› go',
    '',
    '■ You’ve hit your usage limit. Upgrade to Pro',
    '(https://x.test) or try again at',
    '1:04 PM.',
    '',
    '› ',
  );
  expect(told).toMatchObject({ kind: 'limited', message: expect.stringMatching(/try again at\s+1:04 PM\.$/) });
});
