import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { words } from '../../../contract/cli/words.ts';
import type { Ask } from '../daemon/ask.ts';
import { runNames } from '../handlers/names.ts';
import { parse } from '../parse/parse.ts';
import type { Console } from '../terminal/console.ts';
import { completionFor } from './completion.ts';
import { helpOf } from './help.ts';

/** What bash offers after these words; the last one is being typed. */
function offered(typed: readonly string[], names: Readonly<Record<string, readonly string[]>> = {}): string[] {
  const arms = Object.entries(names).map(
    ([kind, known]) => `'completion names ${kind}') printf '%s\\n' ${known.map((name) => `'${name}'`).join(' ')} ;;`,
  );
  const daemon = `drover() { case "$*" in ${arms.join(' ')} *) return 8 ;; esac; }`;
  const list = typed.map((word) => `'${word}'`).join(' ');
  const script = `complete() { :; }\n${daemon}\n${completionFor('bash')}\nCOMP_WORDS=(${list}); COMP_CWORD=${typed.length - 1}; __drover; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['--norc', '-c', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '' },
  });
  return out.split('\n').filter(Boolean);
}

describe('completion in bash', () => {
  it('offers commands and groups, then what a group has, then flags', () => {
    expect(offered(['drover', 'd'])).toEqual(['do', 'down', 'doctor', 'demo']);
    expect(offered(['drover', 'task', 're'])).toEqual(['rewind', 'resume', 'retry', 'reopen']);
    expect(offered(['drover', 'verify', '--'])).toEqual([
      '--commit',
      '--allowed-signers',
      '--unsigned',
      '--rerun',
      '--help',
      '--json',
      '--plain',
    ]);
    expect(offered(['drover', 'step', 'feature', 'n'])).toEqual(['next']);
    expect(offered(['drover', 'step', 'feature', 'next', '--o'])).toEqual(['--owner']);
    expect(offered(['drover', 'do', 'text', '--p'])).toEqual(['--pr', '--plan', '--priority', '--plain']);
  });

  it('offers the values of a flag and of a positional', () => {
    expect(offered(['drover', 'do', '--until', ''])).toEqual(['analyze', 'plan', 'test']);
    expect(offered(['drover', 'completion', ''])).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  });
});

describe('completion of names', () => {
  const known = {
    ...{ task: ['shop-1', 'shop-12'], question: ['q7'], session: ['fox'], thing: ['fox', 'shop-1', 'r9'] },
    ...{
      workspace: ['shop', 'blog'],
      environment: ['shop-prod'],
      agent: ['claude', 'codex'],
      run: ['r9'],
      chain: ['x7'],
    },
  };
  it.each([
    [
      ['task', 'show', ''],
      ['shop-1', 'shop-12'],
    ],
    [['task', 'show', 'shop-12'], ['shop-12']],
    [['answer', ''], ['q7']],
    [['send', 'f'], ['fox']],
    [['wait', 'r'], ['r9']],
    [
      ['workspace', 'check', ''],
      ['shop', 'blog'],
    ],
    [['env', 'probe', ''], ['shop-prod']],
    [
      ['start', 'c'],
      ['claude', 'codex'],
    ],
    [
      ['agents', ''],
      ['claude', 'codex'],
    ],
    [['chain', 'show', ''], ['x7']],
    [
      ['step', 'feature', 'next', ''],
      ['shop-1', 'shop-12'],
    ],
    [
      ['do', 'fix', '-w', ''],
      ['shop', 'blog'],
    ],
    [['do', 'fix it', '--workspace', 'b'], ['blog']],
    [
      ['task', 'list', '-w', ''],
      ['shop', 'blog'],
    ],
    [['do', '--env', ''], ['shop-prod']],
    [
      ['do', '-a', ''],
      ['claude', 'codex'],
    ],
    [['run', 'x', '--resume', ''], ['r9']],
    [['chain', '--resume', ''], ['x7']],
  ])('WT-31 after `drover %j` is %j', (typed, names) => {
    expect(offered(['drover', ...typed], known)).toEqual(names);
  });

  it('WT-31 offers no flag where a value belongs, and none beyond the place of a name', () => {
    expect(offered(['drover', 'do', '--title', ''], known)).toEqual([]);
    expect(offered(['drover', 'do', '--title', '-'], known)).toEqual([]);
    expect(offered(['drover', 'task', 'cancel', 'shop-1', ''], known)).toEqual(
      expect.arrayContaining(['--keep', '--remove']),
    );
    expect(offered(['drover', 'task', 'show', '--'], known)).toEqual(['--help', '--json', '--plain']);
  });

  it('WT-31 offers nothing where no daemon answers', () => {
    expect(offered(['drover', 'task', 'show', ''])).toEqual([]);
  });

  it('WT-31 quotes odd names for the shell, and executes nothing in them', () => {
    const names = { session: ['two words', '$(touch /tmp/never)', 'a;b', '*'] };
    expect(offered(['drover', 'send', ''], names)).toEqual([
      'two\\ words',
      '\\$\\(touch\\ /tmp/never\\)',
      'a\\;b',
      '\\*',
    ]);
  });

  it.each(['zsh', 'fish'] as const)('WT-31 %s asks for names too', (shell) => {
    for (const kind of Object.keys(known)) expect(completionFor(shell)).toMatch(new RegExp(`names "?(\\$1|${kind})`));
  });
});

describe('`completion names`', () => {
  const run = async (reply: unknown, output: 'text' | 'json' = 'text') => {
    let out = '';
    const console = { stdout: { write: (text: string) => (out += text) } } as unknown as Console;
    const code = await runNames(console, (async () => reply) as unknown as Ask, { kind: 'task' }, { output });
    return [code, out];
  };

  it('WT-31 is a line each, without control characters; nothing at all where no daemon answers', async () => {
    const names = ['shop-1', 'two words', 'new\nline', 'red\u001b[31m'];
    expect(await run({ ok: true, data: { kind: 'task', names } })).toEqual([0, 'shop-1\ntwo words\nred\n']);
    expect(await run({ ok: false, error_code: 'DAEMON_UNREACHABLE' })).toEqual([0, '']);
    expect(parse(['completion', 'names', 'task'])).toMatchObject({ word: { quiet: true, request: 'service.names' } });
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
