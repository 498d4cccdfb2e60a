import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { words } from '../../contract/words.ts';
import { completionFor } from './completion.ts';
import { helpOf } from './help.ts';

/** What bash offers after these words; the last one is being typed. */
function offered(typed: readonly string[]): string[] {
  const list = typed.map((word) => `'${word}'`).join(' ');
  const script = `complete() { :; }\n${completionFor('bash')}\nCOMP_WORDS=(${list}); COMP_CWORD=${typed.length - 1}; __drover; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['--norc', '-c', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '' },
  });
  return out.split('\n').filter(Boolean);
}

describe('completion in bash', () => {
  it('offers commands and groups, then what a group has, then flags', () => {
    expect(offered(['drover', 'd'])).toEqual(['do', 'down', 'doctor', 'demo']);
    expect(offered(['drover', 'task', 're'])).toEqual(['resume', 'retry', 'reopen']);
    expect(offered(['drover', 'task', 'evidence', '--'])).toEqual(['--verify', '--export', '--help', '--json']);
    expect(offered(['drover', 'step', 'feature', 'n'])).toEqual(['next']);
    expect(offered(['drover', 'step', 'feature', 'next', '--o'])).toEqual(['--owner']);
    expect(offered(['drover', 'do', 'text', '--p'])).toEqual(['--pr', '--plan', '--priority']);
  });

  it('offers the values of a flag and of a positional', () => {
    expect(offered(['drover', 'do', '--until', ''])).toEqual(['analyze', 'plan', 'test']);
    expect(offered(['drover', 'completion', ''])).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  });
});

it.each(['zsh', 'fish'] as const)('completion for %s names every command', (shell) => {
  const script = completionFor(shell);
  const last = words.map(({ name }) => name.split(' ').at(-1) ?? '').filter(Boolean);
  expect(last.filter((word) => !new RegExp(`\\b${word}\\b`).test(script))).toEqual([]);
});

describe('help', () => {
  it('of every command has usage, one example and exit codes', () => {
    for (const { name } of words.filter((word) => word.name !== '')) {
      const text = helpOf(name.split(' '));
      expect(text, name).toMatch(
        new RegExp(`Usage: drover ${name}[^]*\nExample\n  .*drover ${name}[^]*\nExit codes\n    0  done`),
      );
    }
  });

  it('of the whole names every command; of a group its own; of nonsense nothing', () => {
    const all = helpOf([]) ?? '';
    expect(words.filter(({ name }) => !all.includes(`  ${name}`)).map(({ name }) => name)).toEqual([]);
    expect(helpOf(['env'])).toContain('env add');
    expect(helpOf(['nonsense'])).toBe(null);
  });
});
