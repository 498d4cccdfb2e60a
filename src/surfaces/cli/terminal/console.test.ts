import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { openConsole } from './console.ts';

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
