import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ShellMark } from '../../domain/screen/screen.ts';
import { ScreenModel } from './terminal.ts';

const osc = (text: string) => `\x1b]133;${text}\x07`;
const prompt = `${osc('A')}$ ${osc('B')}`;

async function drawn(text: string | Buffer, size = { columns: 20, rows: 4 }) {
  const model = new ScreenModel(size.columns, size.rows, () => {});
  await model.write(Buffer.from(text));
  return model;
}
const markOf = async (text: string): Promise<ShellMark | undefined> => (await drawn(text)).read().mark;

test('a program that marks nothing has no mark', async () => {
  expect((await drawn('$ \x1b]7;file:///x\x07\x1b]1337;x\x07')).read()).not.toHaveProperty('mark');
});

test('the last mark counts: a prompt, its end with its place, a command, its end with its exit', async () => {
  expect(await markOf(osc('A'))).toEqual({ kind: 'prompt' });
  expect(await markOf(`one\r\n${prompt}`)).toEqual({ kind: 'input', at: { row: 1, column: 2 } });
  expect(await markOf(`${prompt}ls\r\n${osc('C')}out`)).toEqual({ kind: 'command' });
  expect(await markOf(`${osc('C')}${osc('D;130')}`)).toEqual({ kind: 'done', exit: 130 });
  expect(await markOf(`${osc('C')}${osc('D')}`)).toEqual({ kind: 'done', exit: null });
});

test('parameters are passed over, both ends of a sequence are understood, and what has no meaning changes nothing', async () => {
  expect(await markOf(`\x1b]133;A;cl=m;aid=7\x1b\\`)).toEqual({ kind: 'prompt' });
  expect(await markOf(`${osc('C')}${osc('P;k=i')}${osc('')}${osc('AB')}`)).toEqual({ kind: 'command' });
  for (const exit of ['x', '-1', '1e9', '99999999999', '0x7'])
    expect([exit, await markOf(osc(`D;${exit}`))]).toEqual([exit, { kind: 'done', exit: null }]);
});

test('where a prompt ended goes up with its line, and is nowhere once that has scrolled away', async () => {
  const model = await drawn(`\r\n\r\n${prompt}`);
  expect(model.read().mark).toEqual({ kind: 'input', at: { row: 2, column: 2 } });
  await model.write(Buffer.from('\r\n\r\n\r\n'));
  expect(model.read().mark).toEqual({ kind: 'input', at: { row: 0, column: 2 } });
  await model.write(Buffer.from('\r\n'));
  expect(model.read().mark).toEqual({ kind: 'input', at: null });
});

test('the alternate screen has marks of its own, which are gone with it', async () => {
  const model = await drawn(`${osc('C')}\x1b[?1049h`);
  expect(model.read()).not.toHaveProperty('mark');
  await model.write(Buffer.from(`\x1b[H${prompt}`));
  expect(model.read().mark).toEqual({ kind: 'input', at: { row: 0, column: 2 } });
  await model.write(Buffer.from('\x1b[?1049l'));
  expect(model.read().mark).toEqual({ kind: 'command' });
  await model.write(Buffer.from('\x1b[?1049h'));
  expect(model.read()).not.toHaveProperty('mark');
});

test('a reset forgets them', async () => {
  expect((await drawn(`${prompt}\x1bc`)).read()).not.toHaveProperty('mark');
});

test('a picture has them, of the screen that shows and of the one behind it', async () => {
  const again = async (text: string) => {
    const [model, other] = [await drawn(text), await drawn('rubbish')];
    await other.write(Buffer.from(model.picture().bytes));
    expect(other.read()).toEqual(model.read());
    return other;
  };
  for (const text of ['x', osc('A'), `a\r\n${prompt}`, `${prompt}half`, osc('C'), osc('D;3')]) await again(text);
  const behind = await again(`${osc('C')}\x1b[?1049h`);
  await behind.write(Buffer.from('\x1b[?1049l'));
  expect(behind.read().mark).toEqual({ kind: 'command' });
});

test('HX-46 they are the same however the bytes were cut', async () => {
  const piece = fc.constantFrom(
    osc('A'),
    osc('B'),
    osc('C'),
    osc('D;1'),
    '$ ',
    '\r\n',
    'word',
    '\x1b[?1049h',
    '\x1b[?1049l',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), async (pieces, size) => {
      const bytes = Buffer.from(pieces.join(''));
      const whole = (await drawn(bytes)).read();
      const model = await drawn('');
      for (let at = 0; at < bytes.length; at += size) await model.write(bytes.subarray(at, at + size));
      expect(model.read()).toEqual(whole);
    }),
    { numRuns: 40 },
  );
});
