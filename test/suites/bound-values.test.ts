// Values of a pre-analysis in the words of a real shell: each is one word as it is, and never a command.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  `${say} "$(cat <<END\n[v]\nEND\n)"`,
  `${say} "$(cat <<-'A' <<B && :\nit's\n\tA\n[v]\nB\n)"`,
  `${say} "$(cat <<A\n$(printf '%s' [v])\nA\n)"`,
  `: it # isn't\n${say} [v]`,
  `X=[v] && ${say} "$X"`,
  `export X=[v]; ${say} "$X"`,
  `bash -c '${say.replaceAll("'", '"')} "$1"' _ [v]`,
  `env X=[v] bash -c '${say.replaceAll("'", '"')} "$X"'`,
  `! [[ -z x || -z [v] ]] && timeout 5 ${say} [v]`,
  `case x in x) ${say} [v];; esac`,
  `for x in [v]; do ${say} "$x"; done`,
  `a=([v] x); ${say} "$a"`,
  `${say} [v] | bash -c cat`,
  `${say} [v] 2>&1 | cat | node -e 'process.stdin.pipe(process.stdout)'`,
  `cat <(${say} [v])`,
  `bash -c 'cat' <<< "$(${say} [v])" | head -c -1`,
  `${say} \\\n [v]`,
  `{ ${say} [v]; } | cat`,
  `${say} [v] | { cat; }`,
  `if echo : | bash; then ${say} [v]; fi`,
  `{ bash <<< :; ${say} [v]; }`,
  `echo '${say.replaceAll("'", '"')} "$1"' > lib.sh; . ./lib.sh [v]`,
  `true &>/dev/null; ${say} &> told [v]; cat told`,
  `${say} x >| told; ${say} >| told [v]; cat told`,
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

const program = './made';

it.each([
  '[v]',
  '"[v]" --flag',
  "'[v]'",
  'true && [v]',
  'if [v]; then :; fi',
  'X=1 [v]',
  '2>/dev/null [v]',
  '{ [v]; }',
  'f() { [v]; }; f',
  '( [v] )',
  'echo "$([v])"',
  'echo `[v]`',
  '$(echo [v])',
  'cat <<END\n$([v])\nEND',
  'case x in x) [v];; esac',
  '! [v]',
  'time -p [v]',
  'exec [v]',
  'command [v]',
  'env -i X=1 [v]',
  'timeout 5 [v]',
  'echo x | xargs -n 1 [v]',
  'find . -maxdepth 0 -exec [v] ;',
  'eval [v]',
  'eval "true; [v]"',
  '. [v]',
  'source [v]',
  'trap [v] EXIT',
  'bash [v]',
  'bash -c [v]',
  'sh -ec "true; [v]"',
  'bash -o pipefail -c "true; [v]"',
  '/bin/sh -c "$(echo [v])"',
  'cat <<A; true\nx\nA\n[v]',
  'timeout 5 \\\n [v]',
  'bash <<A\n[v]\nA',
  'cat <<A | bash\n[v]\nA',
  'bash -s x <<A\n[v]\nA',
  'sh 2>&1 <<A\n[v]\nA',
  'eval "$(cat <<A\n[v]\nA\n)"',
  'bash <<< [v]',
  'echo [v] | bash',
  'echo [v] |& cat | sh -s',
  'bash <(echo [v])',
  'source <(echo "[v]")',
  'echo "$(case x in x) [v];; esac)"',
  'npx [v]',
  '{ echo [v]; } | bash',
  'for x in 1; do echo [v]; done | bash',
  'if true; then\n echo [v]\nfi |\n bash',
  'case x in x) echo [v];; esac | bash',
  '{ { echo [v]; }; } | bash',
  'echo [v] | (true && bash)',
  'echo [v] | { true; bash; }',
  'echo [v] | if true; then bash; fi',
  'echo [v] | # so\n bash',
  '{ true; bash; } <<< [v]',
  '{ { bash; }; } <<A\n[v]\nA',
  '( (bash) ) <<< [v]',
  'while bash; do break; done < <(echo [v])',
  'bash /dev/stdin <<< [v]',
  'source /dev/stdin <<< [v]',
  'echo [v] &> /dev/stdout | bash',
])('PC-72 %s runs no value as a program', (line) => {
  writeFileSync(join(folder, 'made'), '#!/bin/sh\ntouch ran\n', { mode: 0o755 });
  ran(line, program);
  expect(existsSync(join(folder, 'ran'))).toBe(false);
});

it.each([
  'let [v]',
  'unset [v]',
  'read [v] <<< x',
  'printf -v [v] x',
  'test -v [v]',
  '[ -v [v] ]',
  '[[ -v [v] ]]',
  'declare [v]=1',
  'declare -i x=[v]',
  'a[[v]]=1',
  `echo "\${a[[v]]}"`,
  `echo "\${HOME:[v]}"`,
])('PC-72 %s takes no value for the name of a variable, for a shell runs what stands in its brackets', (line) => {
  ran(line, 'a[$(touch made)0]');
  expect(existsSync(join(folder, 'made'))).toBe(false);
});

it.each(['python3 -c "pass; [v]"', 'python3 <<A\n[v]\nA', 'echo [v] | python3', 'python3 - <<< [v]'])(
  'PC-72 %s runs no value as code',
  (line) => {
    ran(line, "open('made', 'w')");
    expect(existsSync(join(folder, 'made'))).toBe(false);
  },
);

it('PC-72 a here-document in which a shell puts nothing is handed over as it stands', () => {
  expect(ran("cat <<'END'\n[v] $HOME\nEND", 'x')).toBe('[v] $HOME\n');
});

it.each([
  ['here-documents', '$(cat <<A\n'.repeat(100_000)],
  ['ends of here-documents', `cat <<A\n${'A\n'.repeat(500_000)}`],
  ['words', 'a '.repeat(500_000)],
  ['one word', 'a'.repeat(1_000_000)],
  ['shells', 'a|sh|'.repeat(200_000)],
  ['groups', `${'{ '.repeat(200_000)}sh; ${'}; '.repeat(200_000)}`],
  ['comments', '#\n'.repeat(500_000)],
  ['brackets', '[[ -eq '.repeat(150_000)],
  ['parentheses', '$(('.repeat(300_000)],
  ['quotes', `"$('`.repeat(250_000)],
])('PC-72 a command that is a megabyte of %s is taken apart once', (_of, line) => {
  const { command } = bindValues({ kind: 'bash', command: `${line} [v]` }, new Map([['v', 'x']]));
  expect(command.kind === 'bash' && command.command.length).toBeGreaterThan(800_000);
});
