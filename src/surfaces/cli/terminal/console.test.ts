import { EventEmitter } from 'node:events';
import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { openConsole } from './console.ts';

it('tells nobody of the keys that are pressed while another program has the terminal, and is not ended by them', async () => {
  const process = Object.assign(new EventEmitter(), { env: { HOME: '/home/ada' }, pid: 1, cwd: () => '/' });
  const { onInterrupt, lend } = openConsole(process as unknown as NodeJS.Process);
  const heard: string[] = [];
  const press = () => ['SIGINT', 'SIGQUIT', 'SIGTERM'].map((signal) => process.emit(signal, signal));
  onInterrupt((signal) => heard.push(signal), ['SIGINT', 'SIGTERM']);
  expect(await lend(async () => press())).toEqual([true, true, true]);
  await lend(() => Promise.reject(new Error('it is not there'))).catch(() => undefined);
  press();
  expect(heard).toEqual(['SIGTERM', 'SIGINT', 'SIGTERM']);
  expect(process.eventNames()).toEqual(['SIGINT', 'SIGTERM']);
});

it('tells of Ctrl-C alone, or of each signal that is named, until that is withdrawn', () => {
  const process = Object.assign(new EventEmitter(), { env: { HOME: '/home/ada' }, pid: 1, cwd: () => '/' });
  const { onInterrupt } = openConsole(process as unknown as NodeJS.Process);
  const heard: string[] = [];
  const withdraw = [onInterrupt(() => heard.push('plain')), onInterrupt((signal) => heard.push(signal), ['SIGTERM'])];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.emit(signal, signal);
  for (const each of withdraw) each();
  for (const signal of ['SIGINT', 'SIGTERM']) process.emit(signal, signal);
  expect(heard).toEqual(['plain', 'SIGTERM']);
  expect(process.eventNames()).toEqual([]);
});

it('an empty HOME is the machine’s word for it, and never the root of the disk', () => {
  const { places } = openConsole({ env: { HOME: '' }, pid: 1, cwd: () => '/' } as unknown as NodeJS.Process);
  expect(places.state).toBe(`${userInfo().homedir}/.local/state/drover`);
});
