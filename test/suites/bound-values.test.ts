// Values of a pre-analysis in the words of a real shell: each is one word as it is, and never a command.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bindValues } from '../../src/domain/flow/bind-values.ts';

/** `code`: its exit; `made`: a file of that name stands in its folder. */
type Ran = { readonly out: string; readonly code: number; readonly made: boolean };
type Lay = (folder: string) => void;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function bind(line: string, value: string) {
  const { command, env } = bindValues({ kind: 'bash', command: line }, new Map([['v', value]]));
  if (command.kind !== 'bash') throw new Error(command.kind);
  return { text: command.command, env };
}

/** Each line in a folder and a bash of its own. One small shell starts them all: from the process of the tests a start takes longer than most of them. */
function runAll(lines: readonly string[], value: string, lay: Lay = () => {}): readonly Ran[] {
  const root = mkdtempSync(join(tmpdir(), 'drover-bound-'));
  const at = (line: number, name: string) => join(root, `${line}`, name);
  const script = lines.map((line, index) => {
    const { text, env } = bind(line, value);
    mkdirSync(at(index, 'in'), { recursive: true });
    lay(at(index, 'in'));
    const variables = Object.entries({ PATH: process.env.PATH, ...env }).map(([name, is]) => quoted(`${name}=${is}`));
    const run = `env -i ${variables.join(' ')} bash -c ${quoted(text)}`;
    return `(cd ${at(index, 'in')} && exec ${run} </dev/null >../out 2>/dev/null)\necho $? >${at(index, 'code')}\n`;
  });
  writeFileSync(join(root, 'all.sh'), script.join(''));
  execFileSync('bash', [join(root, 'all.sh')], { stdio: 'pipe' });
  const ran = lines.map((_, index) => ({
    out: readFileSync(at(index, 'out'), 'utf8'),
    code: Number(readFileSync(at(index, 'code'), 'utf8')),
    made: existsSync(at(index, 'in/made')),
  }));
  rmSync(root, { recursive: true });
  return ran;
}

/** A test for each line: nothing is made. One that a value did not come into has nothing to run, and is not run. */
function makesNothing(named: string, value: string, lines: readonly string[], lay?: Lay): void {
  const isIn = (line: string): boolean => {
    const { text, env } = bind(line, value);
    return [text, ...Object.values(env)].some((each) => each.includes(value));
  };
  describe('whatever stands in a value', () => {
    const made = new Set<string>();
    beforeAll(() => {
      const able = lines.filter(isIn);
      for (const [at, ran] of runAll(able, value, lay).entries()) if (ran.made) made.add(able[at] ?? '');
    });
    it.each(lines)(named, (line) => expect(made.has(line)).toBe(false));
  });
}

const odd = `-n  a * ? it's "so" $(touch made) \`touch made\` ; touch made #\n\\ $HOME`;
const say = `printf '<%s>'`;

describe('a value', () => {
  const lines = [
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
  ];
  let ran: readonly Ran[];
  beforeAll(() => {
    ran = runAll(lines, odd);
  });
  it.each([...lines.entries()].map(([at, line]) => [line, at] as const))('PC-72 in %s is one word as it is', (_, at) =>
    expect(ran[at]).toEqual({ out: `<${odd}>`, code: 0, made: false }),
  );
});

makesNothing('PC-72 %s works out no value, for a shell runs what stands in a number', 'a[$(touch made)0]', [
  'echo $(( [v] + 1 ))',
  'echo "$(( [v] + 1 ))"',
  'echo "$(echo $(( ([v]) * 2 )))"',
  'echo $[ [v] + 1 ]',
  '(( [v] > 1 )) && echo more',
  '[[ [v] -eq 1 ]] && echo one',
  'if [[ 1 -lt "[v]" ]]; then echo less; fi',
  '[ [v] -eq 1 ] && echo one',
]);

makesNothing(
  'PC-72 %s runs no value as a program',
  './program',
  [
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
  ],
  (folder) => writeFileSync(join(folder, 'program'), '#!/bin/sh\ntouch made\n', { mode: 0o755 }),
);

makesNothing(
  'PC-72 %s takes no value for the name of a variable, for a shell runs what stands in its brackets',
  'a[$(touch made)0]',
  [
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
  ],
);

makesNothing('PC-72 %s runs no value as code', "open('made', 'w')", [
  'python3 -c "pass; [v]"',
  'python3 <<A\n[v]\nA',
  'echo [v] | python3',
  'python3 - <<< [v]',
]);

it('PC-72 a here-document in which a shell puts nothing is handed over as it stands', () => {
  expect(runAll(["cat <<'END'\n[v] $HOME\nEND"], 'x')).toMatchObject([{ out: '[v] $HOME\n' }]);
});

it.each([
  ['here-documents', '$(cat <<A\n'.repeat(25_000)],
  ['ends of here-documents', `cat <<A\n${'A\n'.repeat(125_000)}`],
  ['words', 'a '.repeat(125_000)],
  ['one word', 'a'.repeat(250_000)],
  ['shells', 'a|sh|'.repeat(50_000)],
  ['groups', `${'{ '.repeat(50_000)}sh; ${'}; '.repeat(50_000)}`],
  ['comments', '#\n'.repeat(125_000)],
  ['brackets', '[[ -eq '.repeat(37_500)],
  ['parentheses', '$(('.repeat(75_000)],
  ['quotes', `"$('`.repeat(62_500)],
])('PC-72 a command that is a quarter of a megabyte of %s is taken apart once', (_of, line) => {
  const { command } = bindValues({ kind: 'bash', command: `${line} [v]` }, new Map([['v', 'x']]));
  expect(command.kind === 'bash' && command.command.length).toBeGreaterThan(200_000);
});
