// What every call of ssh says, whatever the person's own settings are.
import { expect, it } from 'vitest';
import { sshArgv } from './ssh-host.ts';

const options = sshArgv.flatMap((word, at) => (sshArgv[at - 1] === '-o' ? [word] : []));

it.each([
  ['asks nobody anything', ['BatchMode=yes']],
  ['waits for nobody who does not answer', ['ConnectTimeout=10', 'ServerAliveInterval=5', 'ServerAliveCountMax=3']],
  ['hands nothing of this machine on', ['ForwardAgent=no', 'ForwardX11=no', 'ClearAllForwardings=yes']],
  ['runs nothing here', ['PermitLocalCommand=no']],
])('it %s', (_, said) => {
  expect(options).toEqual(expect.arrayContaining(said));
});

it('it is ssh without a terminal, and each of its options is one word after -o', () => {
  expect(sshArgv.slice(0, 2)).toEqual(['ssh', '-T']);
  expect(sshArgv.slice(2).filter((_, at) => at % 2 === 0)).toEqual(options.map(() => '-o'));
});
