// The scripted agent: plays the turn of a script that fits its prompt, in the mode that the driver wants.
// `node main.ts --driver plain|native|acp|pty --script FILE --cwd DIR --mode analysis|write (--session-id|--resume) ID`.
import { playAcp } from './acp-mode.ts';
import { playNative } from './native-mode.ts';
import { readOptions, stop } from './options.ts';
import { playPlain } from './plain-mode.ts';
import { playTerminal } from './pty-mode.ts';

async function main(): Promise<void> {
  const options = readOptions();
  if (options.version) return void process.stdout.write('1 (scripted)\n');
  switch (options.driver) {
    case 'plain':
      return playPlain(options);
    case 'native':
      return playNative(options);
    case 'acp':
      return playAcp(options);
    case 'pty':
      return playTerminal(options);
    default:
      return stop(2, `there is no driver ${options.driver}`);
  }
}

await main();
