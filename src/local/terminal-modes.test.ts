import { expect, it } from 'vitest';
import { createTerminalModes } from './terminal-modes.ts';

const after = (...pieces: readonly string[]): string => {
  const modes = createTerminalModes();
  for (const piece of pieces) modes.see(Buffer.from(piece, 'latin1'));
  return modes.undo();
};

it('a program that changed nothing leaves nothing to undo', () => {
  expect(after('plain text\r\n')).toBe('');
});

it('what is still switched on is switched off, what was given back is left alone', () => {
  const undone = after('\u001b[?1049h\u001b[?2004;1000h\u001b[?25l', 'x\u001b[?1000l');
  expect(undone).toContain('\u001b[?1049l');
  expect(undone).toContain('\u001b[?2004l');
  expect(undone).toContain('\u001b[?25h');
  expect(undone).not.toContain('?1000l');
});

it('a sequence that comes in two pieces counts', () => {
  expect(after('text\u001b[?20', '04h')).toContain('\u001b[?2004l');
});

it('levels of the keyboard are taken back as often as they were raised', () => {
  expect(after('\u001b[>1u\u001b[>5u')).toContain('\u001b[<2u');
  expect(after('\u001b[>1u\u001b[<u')).not.toContain('\u001b[<');
});
