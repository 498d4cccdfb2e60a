import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Journal } from './journal.ts';
import { Veil } from './veil.ts';

const value = 'Hunter2-correct/"horse"';
const github = `ghp_${'a1B2'.repeat(9)}`;
const stars = (text: string) => '*'.repeat(Buffer.byteLength(text));
const folder = mkdtempSync(join(tmpdir(), 'drover-test-'));
let files = 0;

const open = (values: readonly string[] = [value], late = () => {}) => {
  files += 1;
  const journal = new Journal(join(folder, `output-${files}`));
  return {
    journal,
    veil: new Veil(journal, values, { late, hidden: () => {} }),
    kept: () => readFileSync(journal.path, 'utf8'),
  };
};

/** What is kept of these pieces once the program has ended. */
function keptOf(pieces: readonly (string | Buffer)[], values = [value]): string {
  const { veil, kept } = open(values);
  for (const piece of pieces) veil.append(Buffer.from(piece));
  veil.release();
  return kept();
}

const key = `-----BEGIN RSA PRIVATE KEY-----\n${'A1b+'.repeat(16)}\n${'zz/9'.repeat(9)}==\n-----END RSA PRIVATE KEY-----`;

const drawn = 'dR4wn+9f8a/7b6c=5e-tail';
/** Broken as `base64 -w` and terminals do. */
const broken = (text: string, width: number, end = '\n') =>
  text.match(new RegExp(`.{1,${width}}`, 'g'))?.join(end) ?? '';
const base64 = (text: string, as: 'base64' | 'base64url' = 'base64') => Buffer.from(text).toString(as);

describe('X6 of what a program writes is kept without secrets, and nothing moves', () => {
  it.each([
    ['a value that is known', `a ${value} b`, `a ${stars(value)} b`],
    ['as JSON writes it', JSON.stringify({ a: value }), `{"a":"${stars(JSON.stringify(value).slice(1, -1))}"}`],
    ['in an address', `?a=${encodeURIComponent(value)}&b`, `?a=${stars(encodeURIComponent(value))}&b`],
    ['a key by its form', `it was ${github}.`, `it was ${stars(github)}.`],
    ['at the begin of a line, as JSON writes it', `"a\\n${github}\\n"`, `"a\\n${stars(github)}\\n"`],
    [
      'with colours in it',
      'a Hunter2-\x1b[1mcorrect/\x1b[0m"horse" b',
      `a ${stars('Hunter2-')}\x1b[1m${stars('correct/')}\x1b[0m${stars('"horse"')} b`,
    ],
    ['behind a colour', `\x1b[31m${github}\x1b[0m`, `\x1b[31m${stars(github)}\x1b[0m`],
    ['behind a colour that JSON writes', `"\\u001b[31m${github}\\u001b[0m"`, `"\\u001b[31m${stars(github)}\\u001b[0m"`],
    ['in the title of a window', `\x1b]0;${github}\x07`, `\x1b]0;${stars(github)}\x07`],
    ['the letters of a private key', `x ${key} y`, `x ${key.replace(/[A-Za-z0-9+/=]{20,}/g, stars)} y`],
    ['and in JSON', JSON.stringify(key), JSON.stringify(key.replace(/[A-Za-z0-9+/=]{20,}/g, stars))],
    ['what is none', 'task-force of 12 ghp_short, é\x1b[1m\0\xff', 'task-force of 12 ghp_short, é\x1b[1m\0\xff'],
  ])('%s', (_name, text, kept) => {
    expect(keptOf([text])).toBe(kept);
    expect(keptOf([...Buffer.from(text)].map((byte) => Buffer.from([byte])))).toBe(kept);
  });

  it.each<[string, string, string]>([
    ['broken over lines', `a ${broken(drawn, 10)} b`, `a ${broken(stars(drawn), 10)} b`],
    [
      'with the next line indented',
      `a ${broken(drawn, 7, '\r\n    ')} b`,
      `a ${broken(stars(drawn), 7, '\r\n    ')} b`,
    ],
    ['broken as JSON writes it', `"a ${broken(drawn, 9, '\\n')} b"`, `"a ${broken(stars(drawn), 9, '\\n')} b"`],
    [
      'broken and coloured',
      `\x1b[2m${broken(drawn, 8, '\x1b[0m\r\n\x1b[2C\x1b[2m')}`,
      `\x1b[2m${broken(stars(drawn), 8, '\x1b[0m\r\n\x1b[2C\x1b[2m')}`,
    ],
    ['as base64 by itself', base64(drawn), `${stars(base64(drawn).slice(0, -1))}=`],
    ['for addresses', base64(drawn, 'base64url'), stars(base64(drawn, 'base64url'))],
    ['as hexadecimal digits', Buffer.from(drawn).toString('hex'), '*'.repeat(drawn.length * 2)],
    ['and in capitals', Buffer.from(drawn).toString('hex').toUpperCase(), '*'.repeat(drawn.length * 2)],
    [
      'digits broken over lines',
      broken(Buffer.from(drawn).toString('hex'), 30),
      broken('*'.repeat(drawn.length * 2), 30),
    ],
    ['in an address, in small letters', 'x=dR4wn%2b9f8a%2f7b6c%3d5e-tail', `x=${'*'.repeat(drawn.length + 6)}`],
    ['in an address that keeps its slashes', 'x=dR4wn%2B9f8a/7b6c%3D5e-tail', `x=${'*'.repeat(drawn.length + 4)}`],
    ['as JSON with its slashes marked', '"dR4wn+9f8a\\/7b6c=5e-tail"', `"${'*'.repeat(drawn.length + 1)}"`],
  ])('however it is written: %s', (_name, text, kept) => {
    expect(keptOf([text], [drawn])).toBe(kept);
    expect(
      keptOf(
        [...Buffer.from(text)].map((byte) => Buffer.from([byte])),
        [drawn],
      ),
    ).toBe(kept);
  });

  it('as JSON within JSON, whatever marks it has', () => {
    const text = JSON.stringify({ a: JSON.stringify({ b: value }) });
    expect(keptOf([text])).toBe(text.replace(/Hunter2.*horse\\+"/, (all) => '*'.repeat(all.length)));
  });

  it('as base64 of a longer text, wherever it stands in it and wherever its lines end', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 80 }),
        fc.string({ maxLength: 80 }),
        fc.constantFrom(76, 64, 20, 1000),
        fc.constantFrom('\n', '\r\n', '\\n'),
        fc.constantFrom<'base64' | 'base64url'>('base64', 'base64url'),
        (before, after, width, end, as) => {
          const bytes = Buffer.from(broken(base64(`${before}${drawn}${after}`, as), width, end));
          const whole = keptOf([bytes], [drawn]);
          const cut = keptOf([bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length / 2)], [drawn]);
          // Nothing of it can be read by who puts the lines together, and nothing has moved.
          const read = Buffer.from(whole.replaceAll(end, '').replaceAll('*', 'A'), 'base64').toString('latin1');
          return (
            cut === whole &&
            whole.length === bytes.length &&
            !read.includes(drawn.slice(1, 5)) &&
            !read.includes('tail')
          );
        },
      ),
    );
  });

  it('what only looks like it stays as it is', () => {
    const text = `dR4wn\n+9f8a and ${base64('dR4wn+9f8a')} and ${base64('another text')} of C:\\new\\folder\n`;
    expect(keptOf([text], [drawn])).toBe(text);
  });

  it('wherever it is cut, and however often', () => {
    const text = `one ${value} two ${github} three\n${key}\n\x1b[2K${value}${value} and é`;
    const whole = keptOf([text]);
    expect(whole).not.toContain('Hunter2');
    const cuts = fc.array(fc.nat(Buffer.byteLength(text)), { maxLength: 12 });
    fc.assert(
      fc.property(cuts, (places) => {
        const bytes = Buffer.from(text);
        const at = [0, ...places.toSorted((a, b) => a - b), bytes.length];
        return keptOf(at.slice(1).map((end, index) => bytes.subarray(at[index], end))) === whole;
      }),
    );
  });

  it('a beginning waits for the rest, so that nobody reads half of it, and is kept when nothing comes', async () => {
    let late = 0;
    const { veil, kept } = open([value], () => {
      late += 1;
    });
    veil.append(Buffer.from('a Hunter2-cor'));
    expect(kept()).toBe('a ');
    await expect.poll(kept).toBe('a Hunter2-cor');
    expect(late).toBe(1);
    // Typed by hand: the half that was kept goes too.
    veil.append(Buffer.from('rect/"horse" b'));
    expect(kept()).toBe(`a ${stars(value)} b`);
  });

  it('who looks on live is given the bytes as they were', () => {
    const { veil, kept } = open();
    const text = `a ${value} b ${github} c`;
    veil.append(Buffer.from(text.slice(0, 9)));
    veil.append(Buffer.from(text.slice(9)));
    veil.release();
    const bytes = Buffer.from(kept());
    expect(bytes.toString()).not.toBe(text);
    for (let at = 0; at < text.length; at += 7)
      expect(Buffer.from(veil.lift(bytes.subarray(at, at + 7), at)).toString()).toBe(text.slice(at, at + 7));
  });

  it.each(['-eyJ', 'eyJ', 'ghp_', 'SG.', '\x1b]', '\\u001b]', '-----BEGIN PRIVATE KEY-----', 'Hunter2-', 'sk-', ':AA'])(
    'a flood of %j holds nobody up',
    (piece) => {
      const { veil, kept } = open();
      const bytes = Buffer.from(piece.repeat(Math.ceil(131072 / piece.length)));
      for (let round = 0; round < 4; round += 1) veil.append(bytes);
      veil.release();
      // What looked at each beginning anew would not end within a test's time.
      expect(Buffer.byteLength(kept())).toBe(4 * bytes.length);
    },
  );
});
