import { expect, it } from 'vitest';
import { runPrograms } from './run-programs.ts';

const setting = { cwd: '/', env: { PATH: process.env.PATH ?? '' }, signal: new AbortController().signal };
const limits = { timeoutMs: 20_000, bytes: 100 };

it('a program that is not there has the exit of a shell, and is named', async () => {
  expect(await runPrograms([['drover-no-such-program', 'x']], limits, setting)).toEqual({
    ...{ exit: 127, output: '', cut: false },
    error: 'drover-no-such-program: not found\n',
  });
});

it('the exit is the last one, what each says on stderr is kept, one behind a pipe may end first', async () => {
  const many = "process.stderr.write('first');for(let i=0;i<1e5;i++)process.stdout.write('line\\n')";
  expect(
    await runPrograms(
      [
        [process.execPath, '-e', many],
        ['head', '-n1'],
      ],
      limits,
      setting,
    ),
  ).toEqual({
    ...{ exit: 0, output: 'line\n', cut: false },
    error: expect.stringContaining('first'),
  });
  expect(
    (
      await runPrograms(
        [
          ['echo', 'x'],
          ['grep', 'y'],
        ],
        limits,
        setting,
      )
    ).exit,
  ).toBe(1);
});

it('when its time is over all of it is ended, what it started too', async () => {
  const ran = await runPrograms(
    [['sh', '-c', 'echo begun; sleep 600 & sleep 600']],
    { ...limits, timeoutMs: 300 },
    setting,
  );
  expect(ran).toMatchObject({ exit: null, output: 'begun\n', cut: false });
});

it('half a character at the limit is not made up', async () => {
  expect(await runPrograms([['printf', 'ab€']], { ...limits, bytes: 4 }, setting)).toMatchObject({
    output: 'ab',
    cut: true,
  });
});
