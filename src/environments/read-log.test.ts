// One log since a mark, and what became of it since.
import { describe, expect, it } from 'vitest';
import { type Answer, scriptedHost } from '../../test/fakes/scripted-host.ts';
import { instant } from '../domain/ids.ts';
import { readFileLog, readStreamLog, unreadableLog } from './read-log.ts';

const log = { module: null, source: 'file', where: '/a.log' } as const;
const there = { now: instant(Date.UTC(2026, 0, 2)), offset: 0 };
const size = 'stat -L -c %i %s %F -- /a.log';
const rotated = 'stat -L -c %i %s %F -- /a.log.1';
const read = (answers: Record<string, Answer>, since: Parameters<typeof readFileLog>[3] = null) =>
  readFileLog(scriptedHost(answers), log, there, since);
const offset = (inode: string, bytes: number) => ({ kind: 'offset', inode, bytes }) as const;
const whole = { coverage: 'whole', trouble: '' };

describe('a file', () => {
  it('is read whole, and its mark is its end', async () => {
    expect(
      await read({ [size]: '5 30 regular file\n', 'tail -c +1 -- /a.log': 'INFO a\n\n  \nERROR b\n' }),
    ).toMatchObject({
      ...{ ...log, ...whole, lines: 2, tail: 'INFO a\nERROR b', mark: offset('5', 30) },
      findings: [{ text: 'ERROR b' }],
    });
  });

  it('that is large is read in its last four megabytes', async () => {
    const bytes = 4 * 1024 * 1024;
    expect(await read({ [size]: `5 ${bytes + 9} regular file\n`, 'tail -c +10 -- /a.log': 'x' })).toMatchObject(whole);
  });

  it('since a mark is read from there on', async () => {
    const answers = { [size]: '5 30 regular file\n', 'tail -c +11 -- /a.log': 'ok\n', 'tail -c +31 -- /a.log': '' };
    expect(await read(answers, offset('5', 10))).toMatchObject({ ...whole, lines: 1 });
    expect(await read(answers, offset('5', 30))).toMatchObject({ ...whole, lines: 0 });
    expect(await read(answers, offset('5', 31))).toMatchObject({
      ...{ coverage: 'rotated_away', trouble: 'it was cut short since', mark: offset('5', 30) },
    });
  });

  it('that was rotated is read on through both', async () => {
    const answers: Record<string, Answer> = {
      ...{ [size]: '6 3 regular file\n', [rotated]: '5 20 regular file\n' },
      ...{ 'tail -c +11 -- /a.log.1': 'old\n', 'tail -c +1 -- /a.log': 'new\n' },
    };
    expect(await read(answers, offset('5', 10))).toMatchObject({ ...whole, tail: 'old\nnew' });
    expect(
      await read({ ...answers, 'tail -c +11 -- /a.log.1': { output: 'old\n', cut: true } }, offset('5', 10)),
    ).toMatchObject({
      ...{ coverage: 'cut', trouble: 'more was written than is read', tail: 'old\nnew' },
    });
    const lost = { coverage: 'rotated_away', trouble: 'it was rotated away since', lines: 0 };
    for (const since of [offset('4', 10), offset('5', 21)]) expect(await read(answers, since)).toMatchObject(lost);
    expect(await read({ ...answers, [rotated]: 1 }, offset('5', 10))).toMatchObject(lost);
  });

  it.each([1, null, '5 30 directory\n', 'x 30 regular file\n', ''])('that is none cannot be read: %j', async (said) => {
    expect(await read({ [size]: said })).toMatchObject({
      coverage: 'unreadable',
      trouble: 'it cannot be read',
      mark: null,
    });
  });

  it.each<[Answer, object]>([
    ['a\0b', { coverage: 'binary', trouble: 'it is no text', lines: 0 }],
    [
      { output: 'a', cut: true, exit: null },
      { coverage: 'cut', trouble: 'more was written than is read', lines: 1 },
    ],
    [
      { output: 'a', exit: 1, error: ' no\nmore' },
      { coverage: 'unreadable', trouble: 'no', lines: 1 },
    ],
    [{ exit: null }, { coverage: 'unreadable', trouble: 'it could not be read in time' }],
    [null, { coverage: 'unreadable', trouble: 'the line is down' }],
  ])('of which is said %j is judged so', async (said, judged) => {
    expect(await read({ [size]: '5 30 regular file\n', 'tail -c +1 -- /a.log': said })).toMatchObject(judged);
  });

  it('since a time keeps the lines from then on, those without a time with the one before', async () => {
    const since = { kind: 'time', at: instant(Date.UTC(2026, 0, 1, 10)) } as const;
    const lines = (text: string) => read({ [size]: '5 30 regular file\n', 'tail -c +1 -- /a.log': text }, since);
    const of = (hour: string, word: string) => `2026-01-01T${hour}:00:00Z ${word}\n`;
    expect(await lines(`x\n${of('09', 'a')}b\n${of('10', 'c')}d\n${of('11', 'e')}`)).toMatchObject({
      ...{ ...whole, tail: `${of('10', 'c')}d\n${of('11', 'e')}`.trim() },
    });
    expect(await lines('a\nb\n')).toMatchObject({
      ...{ coverage: 'cut', trouble: 'its lines do not tell when they were written', lines: 0 },
    });
    expect(await lines('\n')).toMatchObject({ ...whole, lines: 0 });
    expect(await lines(of('09', 'a'))).toMatchObject({ ...whole, lines: 0 });
  });

  it('is shown by 500 lines of 500 characters, in ten kilobytes', async () => {
    const shown = async (text: string) =>
      (await read({ [size]: '5 3 regular file\n', 'tail -c +1 -- /a.log': text })).tail;
    expect((await shown('x\n'.repeat(600))).split('\n')).toHaveLength(500);
    expect(await shown('x'.repeat(600))).toBe('x'.repeat(500));
    expect(Buffer.byteLength(await shown(`${'x'.repeat(400)}\n`.repeat(400)))).toBeLessThanOrEqual(10 * 1024);
  });

  it('that may not be read says why', () => {
    expect(unreadableLog(log, there, 'no')).toMatchObject({
      coverage: 'unreadable',
      trouble: 'no',
      mark: null,
      lines: 0,
    });
  });
});

describe('a stream', () => {
  const stream = (answers: Record<string, Answer>, since: Parameters<typeof readFileLog>[3] = null) =>
    readStreamLog(scriptedHost(answers), log, there, since, (from) => ['logs', from ?? 'all']);

  it('is read from a time in seconds on, and its mark is the time there', async () => {
    expect(await stream({ 'logs all': 'a\n' })).toMatchObject({
      ...whole,
      lines: 1,
      mark: { kind: 'time', at: there.now },
    });
    expect(await stream({ 'logs 7': 'a\n' }, { kind: 'time', at: instant(7_999) })).toMatchObject({
      ...whole,
      lines: 1,
    });
    expect(await stream({}, offset('5', 1))).toMatchObject({
      ...{ coverage: 'rotated_away', trouble: 'it was a file before', mark: null },
    });
  });

  it('is what it says on stderr where it says nothing else', async () => {
    expect(await stream({ 'logs all': { error: 'ERROR a' } })).toMatchObject({ ...whole, tail: 'ERROR a' });
    expect(await stream({ 'logs all': { output: 'b', error: 'ERROR a' } })).toMatchObject({ ...whole, tail: 'b' });
    expect(await stream({ 'logs all': null })).toMatchObject({ coverage: 'unreadable', trouble: 'the line is down' });
  });
});
