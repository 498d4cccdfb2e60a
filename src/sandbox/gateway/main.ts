// The one way out of a network space of its own: `outside WORDS -- PROGRAM...` stands round the sandbox, `inside WORDS -- PROGRAM...` in it. Between them is one inherited socket.
import { parseWords } from './words.ts';

const [role, words = '', dashes, ...argv] = process.argv.slice(2);
if ((role !== 'outside' && role !== 'inside') || dashes !== '--' || argv.length === 0) {
  process.stderr.write('usage: gateway outside|inside WORDS -- PROGRAM...\n');
  process.exit(125);
}
const given = parseWords(words);
if (role === 'outside') (await import('./outside.ts')).standOutside(given, argv);
else (await import('./inside.ts')).standInside(given, argv);
