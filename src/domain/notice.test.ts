// Notices as they are read: by kind, whatever else was said by another version.
import { expect, it } from 'vitest';
import { instant, taskId } from './ids.ts';
import { type Notice, noticesOf } from './notice.ts';

const row = (seq: number, kind: string, body: unknown = null) =>
  ({ thing: taskId('shop', 1), seq, at: instant(seq), by: 'person:ada', kind, body }) as Notice;

it('those of some kinds are read in their order, each with its own body', () => {
  const all = [row(1, 'say', 'first'), row(2, 'pause'), row(3, 'say', 'second'), row(4, 'resume')];
  expect(noticesOf(all, 'say').map(({ body }) => body.toUpperCase())).toEqual(['FIRST', 'SECOND']);
  expect(noticesOf(all, 'pause', 'resume').map(({ seq }) => seq)).toEqual([2, 4]);
  expect(noticesOf(all, 'cancel')).toEqual([]);
});

it('one of another version, of a kind that nobody knows, is passed over', () => {
  const all = [row(1, 'of_tomorrow', { some: 'thing' }), row(2, 'say', 'go on'), row(3, 'constructor')];
  expect(noticesOf(all, 'say', 'cancel').map(({ seq }) => seq)).toEqual([2]);
});
