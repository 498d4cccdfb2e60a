import { describe, expect, it } from 'vitest';
import { splitWords } from './parse/input.ts';
import { parse } from './parse/parse.ts';

const meant = (...argv: readonly string[]) => {
  const parsed = parse(argv);
  if (parsed.kind === 'command') return { name: parsed.word.name, ...parsed.values };
  return parsed.kind === 'refused' ? parsed.failure.error_code : parsed.kind;
};

it('WT-85 the first of several words of a prompt is told apart', () => {
  expect(meant('run', 'codex', 'x y')).toEqual({ name: 'run', prompt: 'codex x y', first: 'codex' });
  expect(meant('run', 'codex x')).toEqual({ name: 'run', prompt: 'codex x' });
});

describe('start', () => {
  it('HX-04 takes its flags before and after the agent, and hands on unchanged what stands after --', () => {
    const passed = ['--name', 'x', '-d', '--json', '', '--', 'a b'];
    expect(meant('start', '-d', 'claude', '--name', 'ada', '--', ...passed)).toEqual({
      ...{ name: 'ada', agent: 'claude', detach: true, args: passed },
    });
  });

  it('HX-67 takes the name of a window where one is said, and no agent for one', () => {
    expect(meant('start', '--tmux', 'claude')).toMatchObject({ agent: 'claude', tmux: '' });
    expect(meant('start', '--tmux', 'work', 'claude')).toMatchObject({ agent: 'claude', tmux: 'work' });
    expect(meant('start', 'claude', '--tmux', 'work')).toMatchObject({ agent: 'claude', tmux: 'work' });
    expect(meant('start', 'claude', '--tmux=work', '-d')).toMatchObject({
      agent: 'claude',
      tmux: 'work',
      detach: true,
    });
  });

  it('gathers patterns as they are, commas and all', () => {
    expect(meant('start', 'claude', '--allow', 'Bash(a,b)', '--allow=Read')).toMatchObject({
      allow: ['Bash(a,b)', 'Read'],
    });
  });

  it('HX-03 refuses a flag without its value, and unknown ones', () => {
    expect(meant('start', 'claude', '--name')).toBe('USAGE');
    expect(meant('start', 'claude', '--permissions', 'all')).toBe('USAGE');
    expect(meant('start', 'claude', '--nmae', 'x')).toBe('UNKNOWN_WORD');
  });
});

it('HX-02 send needs its session, HX-62 a number of lines is none below zero', () => {
  expect(meant('send')).toBe('USAGE');
  expect(meant('logs', 'ada', '-n', '-5')).toBe('USAGE');
  expect(meant('send', 'ada', '-5')).toBe('UNKNOWN_WORD');
});

it('other names of a flag mean the same', () => {
  expect(meant('send', 'ada', 'hi', '--wait-for-idle')).toMatchObject({ wait: true });
  expect(meant('wait', 'ada', '--max-wait', '5s')).toMatchObject({ timeout: '5s' });
});

it('a program and its words are split as they are quoted, and nothing is expanded', () => {
  expect(splitWords(`notify-send "it is done" 'a\\b' c\\ d $HOME`)).toEqual([
    ...['notify-send', 'it is done', 'a\\b', 'c d', '$HOME'],
  ]);
  expect(splitWords('say "no end')).toBeNull();
});
