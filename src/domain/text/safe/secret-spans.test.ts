import { expect, it } from 'vitest';
import { seekSecrets } from './secret-spans.ts';

const value = 'Hunter2-correct/"horse"';
const seeker = seekSecrets([value], (text) => text);
const colours = '\x1b[1m\x1b[0m'.repeat(60);

it.each([
  ['a value that is known', 'a Hunter2-cor', 2],
  ['with a colour in it', 'a Hunter2-\x1b[1mcor', 2],
  ['with more colours in it than text', `a Hunter2-${colours}cor`, 2],
  ['a key by its form', 'it was ghp_ab', 7],
  ['behind the end of a line, as JSON writes it', String.raw`"a\nghp_ab`, 4],
  ['behind a colour', '\x1b[31mghp_ab', 5],
])('what may be the beginning of a secret is held from there: %s', (_, text, at) => {
  expect(seeker.heldFrom(text)).toBe(at);
  const long = 'x \x1b[32my\x1b[0m\n'.repeat(900);
  expect(seeker.heldFrom(long + text)).toBe(long.length + at);
});

it.each([
  ['nothing', ''],
  ['a word', 'so the task'],
  ['a word in colours', 'so \x1b[1mthe\x1b[0m task'],
  ['a word behind many colours', `so ${colours}task`],
  ['three letters of a value', 'a Hun'],
  ['a value that is whole', `a ${value}`],
  ['what goes on within a word', 'xghp_ab'],
])('all else is not held: %s', (_, text) => expect(seeker.heldFrom(text)).toBe(text.length));

const begin = '-----BEGIN RSA PRIVATE KEY-----\nabcd';
it.each([
  ['goes on', `x ${begin}`, 2],
  ['is over', `${begin}\n-----END RSA PRIVATE KEY-----`, null],
  ['is over, and another goes on', `${begin}\n-----END RSA PRIVATE KEY-----\n${begin}`, begin.length + 31],
  ['is none', '-----BEGIN CERTIFICATE-----\nabcd', null],
])('a private key that %s', (_, text, at) => expect(seeker.openFrom(text)).toBe(at ?? text.length));
