import { describe, expect, it } from 'vitest';
import { createDetachReader, readDetachKey, usualDetachKey } from './detach-key.ts';

const read = (...typed: readonly string[]) => {
  const reader = createDetachReader(usualDetachKey);
  return typed.map((text) => {
    const { pass, detach } = reader(Buffer.from(text, 'latin1'));
    return detach ? `${pass.toString('latin1')}|left` : pass.toString('latin1');
  });
};

describe('the detach key', () => {
  it('HX-08 passes on all that is not it, in whatever pieces', () => {
    expect(read('hello\r', '\u001b[A', 'd', '\u0003')).toEqual(['hello\r', '\u001b[A', 'd', '\u0003']);
  });

  it('leaves after its second key alone, and nothing of it is passed on', () => {
    expect(read('ab\u001cd')).toEqual(['ab|left']);
    expect(read('\u001c', 'd')).toEqual(['', '|left']);
  });

  it('doubled is passed on once; before another key both are', () => {
    expect(read('\u001c\u001cd')).toEqual(['\u001cd']);
    expect(read('\u001c', 'x')).toEqual(['', '\u001cx']);
  });

  it('is understood where a program made the terminal write keys as codes, and tell of their release', () => {
    expect(read('\u001b[92;5u', '\u001b[92;5:3u', 'd')).toEqual(['', '', '|left']);
    expect(read('\u001b[92;5u\u001b[100u')).toEqual(['|left']);
    expect(read('\u001b[92u')).toEqual(['\u001b[92u']);
  });

  it('can be another one; what is none is refused', () => {
    expect(readDetachKey('ctrl-a d')).toMatchObject({ prefix: 1, after: 100 });
    expect(readDetachKey('ctrl-\\ d')).toEqual(usualDetachKey);
    expect(readDetachKey('ctrl-q')).toMatchObject({ prefix: 0x11, after: null });
    expect(['', 'd', 'ctrl-', 'ctrl-ab', 'alt-x'].map(readDetachKey)).toEqual([null, null, null, null, null]);
  });
});
