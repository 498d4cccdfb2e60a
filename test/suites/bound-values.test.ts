// Values of a pre-analysis in the words of a real shell: each is one word as it is, and never a command.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bindValues } from '../../src/domain/flow/bind-values.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drover-bound-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What it prints; its exit code where it fails. */
function ran(line: string, value: string): string | number {
  const { command, env } = bindValues({ kind: 'bash', command: line }, new Map([['v', value]]));
  if (command.kind !== 'bash') throw new Error(command.kind);
  try {
    const options = { cwd: folder, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('bash', ['-c', command.command], options);
  } catch (error) {
    return (error as { readonly status: number }).status;
  }
}

const odd = `-n  a * ? it's "so" $(touch made) \`touch made\` ; touch made #\n\\ $HOME`;
const say = `printf '<%s>'`;

it.each([
  `${say} [v]`,
  `${say} "[v]"`,
  `${say} '[v]'`,
  `${say} "$(printf '%s' [v])"`,
  `${say} "$(printf '%s' "[v]")"`,
  `${say} "$(printf '%s' '[v]')"`,
  `${say} "$(printf '%s' "$(printf '%s' [v])")"`,
  `${say} "\`printf '%s' [v]\`"`,
  `${say} \`printf '%s' [v] >/dev/null; printf '%s' x >/dev/null\`"[v]"`,
  `(${say} [v])`,
  `${say} "\${nothing:-[v]}"`,
  `if true; then ${say} [v]; fi`,
  `: "it's" && ${say} [v]`,
  `: "\\"" && ${say} [v]`,
])('PC-72 in %s a value is one word as it is', (line) => {
  expect(ran(line, odd)).toBe(`<${odd}>`);
  expect(existsSync(join(folder, 'made'))).toBe(false);
});

it.each([
  'echo $(( [v] + 1 ))',
  'echo "$(( [v] + 1 ))"',
  'echo "$(echo $(( ([v]) * 2 )))"',
  'echo $[ [v] + 1 ]',
  '(( [v] > 1 )) && echo more',
  '[[ [v] -eq 1 ]] && echo one',
  'if [[ 1 -lt "[v]" ]]; then echo less; fi',
  '[ [v] -eq 1 ] && echo one',
])('PC-72 %s works out no value, for a shell runs what stands in a number', (line) => {
  ran(line, 'a[$(touch made)0]');
  expect(existsSync(join(folder, 'made'))).toBe(false);
});

it.each([
  ['brackets', '[[ -eq '.repeat(150_000)],
  ['parentheses', '$(('.repeat(300_000)],
  ['quotes', `"$('`.repeat(250_000)],
])('PC-72 a command that is a megabyte of %s is taken apart once', (_of, line) => {
  const { command } = bindValues({ kind: 'bash', command: `${line} [v]` }, new Map([['v', 'x']]));
  expect(command.kind === 'bash' && command.command.length).toBeGreaterThan(800_000);
});
