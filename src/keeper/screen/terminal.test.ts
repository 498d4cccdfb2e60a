import { describe, expect, test } from 'vitest';
import { ScreenModel } from './terminal.ts';

async function drawn(text: string | Buffer, columns = 20, rows = 4) {
  const answers: string[] = [];
  const model = new ScreenModel(columns, rows, (answer) => answers.push(answer));
  await model.write(Buffer.from(text));
  return { model, answers, screen: model.read() };
}

describe('a screen', () => {
  test('has a line for each row, without the blanks at its end', async () => {
    const { screen } = await drawn('one   \r\n  two');
    expect(screen).toMatchObject({ columns: 20, rows: 4, lines: ['one', '  two', '', ''], wrapped: [] });
    expect(screen.cursor).toEqual({ row: 1, column: 5, visible: true });
  });

  test('has what is wanted at once before any timer, and the program hears nothing of that', async () => {
    const answers: string[] = [];
    const model = new ScreenModel(20, 4, (answer) => answers.push(answer));
    const order: string[] = [];
    setTimeout(() => order.push('a timer'));
    for (const text of ['one', 'two'])
      await model.write(Buffer.from(text), true).then(() => order.push(model.read().lines.join('')));
    await model.write(Buffer.from('three')).then(() => order.push('later'));
    expect(order).toEqual(['one', 'onetwo', 'a timer', 'later']);
    expect(answers).toEqual([]);
  });

  test('tells lines that the terminal broke from those that the program ended', async () => {
    const { screen } = await drawn('0123456789abcdefghijKLM\r\nnext');
    expect(screen.lines).toEqual(['0123456789abcdefghij', 'KLM', 'next', '']);
    expect(screen.wrapped).toEqual([1]);
  });

  test('marks what is dim, inverse, bold or coloured, each run of cells once', async () => {
    const { screen } = await drawn(
      'a\x1b[2mdim\x1b[0m\x1b[7m I \x1b[0m\x1b[1;31mred\x1b[0m\x1b[38;2;1;2;3mx\x1b[0m \x1b[4mu\x1b[0m',
    );
    expect(screen.marks).toEqual([
      { row: 0, column: 1, length: 3, dim: true },
      { row: 0, column: 4, length: 3, inverse: true },
      { row: 0, column: 7, length: 3, bold: true, colour: 1 },
      { row: 0, column: 10, length: 1, colour: 2 ** 24 + 0x010203 },
    ]);
  });

  test('knows its title, the hidden cursor, the other screen and bracketed paste', async () => {
    const { screen } = await drawn(
      '\x1b]0;first\x07\x1b]2;sec\xc3\xb6nd\x1b\\\x1b[?25l\x1b[?1049h\x1b[?2004h'.normalize(),
    );
    expect(screen).toMatchObject({ alternate: true, bracketedPaste: true, cursor: { visible: false } });
    expect(screen.title.startsWith('sec')).toBe(true);
  });

  test('HX-46 is the same however the bytes were cut', async () => {
    const bytes = Buffer.from('\x1b[2J\x1b[H\x1b]0;tëst\x07\x1b[3;5H❯ grüß \x1b[38;5;200mhé\x1b[0m\x1b[?2004h');
    const whole = (await drawn(bytes)).screen;
    const { model } = await drawn('');
    for (const byte of bytes) await model.write(Buffer.from([byte]));
    expect(model.read()).toEqual(whole);
    expect(whole.lines[2]).toBe('    ❯ grüß hé');
  });

  test('keeps lines that scrolled off, oldest first, as many as are wanted', async () => {
    const { model, screen } = await drawn('1\r\n2\r\n3\r\n4\r\n5\r\n6');
    expect(screen.lines).toEqual(['3', '4', '5', '6']);
    expect(model.history(10)).toEqual(['1', '2']);
    expect(model.history(1)).toEqual(['2']);
    expect(model.history(0)).toEqual([]);
  });

  test('answers what a program asks its terminal', async () => {
    const { answers } = await drawn('ab\x1b[6n\x1b[c\x1b[5n\x1b[18t');
    expect(answers.join('')).toBe('\x1b[1;3R\x1b[?1;2c\x1b[0n\x1b[8;4;20t');
  });
});

describe('a colour that a program asks for', () => {
  test('is told by nobody: there is no screen, and a guess would make it choose colours for another', async () => {
    const { answers } = await drawn('\x1b]10;?\x07\x1b]11;?\x1b\\\x1b]4;1;?\x07\x1b]12;?\x07\x1b[c');
    expect(answers).toEqual(['\x1b[?1;2c']);
  });
});

describe('a picture', () => {
  test('makes an empty terminal look the same, with its modes, title and cursor', async () => {
    const text =
      'shell\r\n\x1b]2;a title\x07\x1b[?1049h\x1b[H\x1b[1;32mgreen\x1b[0m \x1b[7minv\x1b[0m\x1b[3;2Hlow\x1b[?2004h\x1b[?1003h\x1b[?1006h\x1b[?25l\x1b[?1h';
    const { model, screen } = await drawn(text);
    const picture = model.picture();
    expect(picture).toMatchObject({ columns: 20, rows: 4, without: 0 });
    const other = new ScreenModel(20, 4, () => {});
    await other.write(Buffer.from('rubbish\r\n\x1b[31mleft here'));
    await other.write(Buffer.from(picture.bytes));
    expect(other.read()).toEqual(screen);
    const again = Buffer.from(other.picture().bytes).toString();
    for (const mode of ['?2004h', '?1003h', '?1006h', '?25l', '?1h', '?1049h']) expect(again).toContain(mode);
  });

  test('has its cursor where it is, also where the last row is full to its end', async () => {
    for (const cursor of ['\x1b[2;3H', '\x1b[4;20H', '\x1b[1;1H', '']) {
      const { model, screen } = await drawn(`\x1b[4;1H${'x'.repeat(20)}${cursor}`);
      const other = new ScreenModel(20, 4, () => {});
      await other.write(Buffer.from(model.picture().bytes));
      expect([cursor, other.read()]).toEqual([cursor, screen]);
      // What is written on goes to the same cell.
      for (const each of [model, other]) await each.write(Buffer.from('y'));
      expect([cursor, other.read().lines]).toEqual([cursor, model.read().lines]);
    }
  });

  test('has how its program wants keys told, on each of both screens, and not what it took back', async () => {
    const restored = async (text: string) => {
      const { model } = await drawn(text);
      const other = new ScreenModel(20, 4, () => {});
      await other.write(Buffer.from(model.picture().bytes));
      // Told once more by one that was told: it was understood, not only repeated.
      return Buffer.from(other.picture().bytes)
        .toString()
        .match(/\x1b\[(\?1049h|[<>=][\d;]*[um])/g);
    };
    expect(await restored('\x1b[>1u')).toEqual(['\x1b[>1u']);
    expect(await restored('\x1b[>1u\x1b[?1049h\x1b[>5u\x1b[>4;2m')).toEqual([
      '\x1b[>1u',
      '\x1b[?1049h',
      '\x1b[>5u',
      '\x1b[>4;2m',
    ]);
    expect(await restored('\x1b[>1u\x1b[?1049h\x1b[>5u\x1b[?1049l')).toEqual(['\x1b[>1u']);
    expect(await restored('\x1b[>1u\x1b[=4;2u')).toEqual(['\x1b[>5u']);
    expect(await restored('\x1b[>7u\x1b[=4;3u')).toEqual(['\x1b[>3u']);
    expect(await restored('\x1b[=9u')).toEqual(['\x1b[>9u']);
    expect(await restored('\x1b[>1u\x1b[>3u\x1b[<u')).toEqual(['\x1b[>1u']);
    for (const taken of [
      '\x1b[>1u\x1b[>3u\x1b[<2u',
      '\x1b[<u',
      '\x1b[>4;2m\x1b[>4m',
      '\x1b[>4;1m\x1b[>m',
      '\x1b[>1u\x1bc',
    ])
      expect([taken, await restored(taken)]).toEqual([taken, null]);
  });

  test('tells how much of a sequence it could not show yet, so that what follows can begin there', async () => {
    for (const half of ['\x1b', '\x1b[', '\x1b[38;5', '\x1b]0;tit', '\x1b(', '\x1bP1$r']) {
      const { model } = await drawn(`abc${half}`);
      expect([half, model.picture().without]).toEqual([half, half.length]);
    }
    const { model } = await drawn(Buffer.concat([Buffer.from('abc'), Buffer.from('€').subarray(0, 2)]));
    expect(model.picture().without).toBe(2);
    for (const whole of ['', 'x', '\x1b[0m', '\x1b[31mred', '\x1b]0;t\x07', '\x1b]0;t\x1b\\', '€', '\x1b(B', '\x1b7'])
      expect([whole, (await drawn(whole)).model.picture().without]).toEqual([whole, 0]);
  });

  test('followed by the bytes after it shows what all bytes show, wherever the cut is', async () => {
    const bytes = Buffer.from('one\r\n\x1b[1;35mtwö\x1b[0m\x1b]2;t\x07\x1b[2;2H\x1b[?1049h€uro\x1b[5;1Hx');
    const { screen } = await drawn(bytes);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const { model } = await drawn(bytes.subarray(0, cut));
      const { bytes: picture, without } = model.picture();
      const other = new ScreenModel(20, 4, () => {});
      await other.write(Buffer.from(picture));
      await other.write(bytes.subarray(cut - without));
      expect([cut, other.read()]).toEqual([cut, screen]);
    }
  });
});
