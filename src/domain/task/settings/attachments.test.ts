import { expect, it } from 'vitest';
import { cleanName, textWithAttachments } from './attachments.ts';

it.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\logs\\app.log', 'app.log'],
  ['.bashrc', 'bashrc'],
  ['--flag.txt', 'flag.txt'],
  ['a\u202etxt.exe\u0000', 'atxt.exe'],
  ['截图 1.png', '截图 1.png'],
  ['$(reboot)`x`.sh', '(reboot)x.sh'],
  ['..', 'file'],
  ['', 'file'],
])('%# a name from outside leads nowhere: %j', (given, name) => {
  expect(cleanName(given, [])).toBe(name);
});

it('two files of one name stand beside each other, and a long name keeps its ending', () => {
  expect(cleanName('App.log', ['app.log', 'App-2.log'])).toBe('App-3.log');
  const long = cleanName(`${'日'.repeat(300)}.log`, []);
  expect([...long]).toHaveLength(100);
  expect(long.endsWith('.log')).toBe(true);
});

it('a prompt names the files that came with the task, and nothing where none did', () => {
  expect(textWithAttachments({ text: 'too early' })).toBe('too early');
  const text = textWithAttachments({ text: 'too early', attachments: [{ name: 'a', path: '/state/a', bytes: 3 }] });
  expect(text).toContain('too early\n\nFiles that came');
  expect(text).toContain('- /state/a (3 bytes)');
});
