import { expect, it } from 'vitest';
import { programsNamed } from './programs-named.ts';

it.each<[string, readonly string[]]>([
  ['npm test', ['npm']],
  ['cd web && npm run build; pytest -q | tee log', ['npm', 'pytest', 'tee']],
  ['CI=1 LANG=C ! grep -q "a && b" x.txt', ['grep']],
  ['env A=1 go1.22 test ./...', ['go1.22']],
  ['npm test && npm run lint', ['npm']],
  ["node -e 'process.exit(1)'", ['node']],
  ['make test & wait', ['make']],
  ['./scripts/check.sh', []],
  ['/usr/bin/nowhere', []],
  ['$RUNNER test', []],
  ['test -f a && echo yes', []],
  ['', []],
  // One of both is enough, or only a shell could tell.
  ['deno test || npm test', []],
  ['if true; then npm test; fi', []],
  ['(cd a; nope)', []],
  ['x=$(nope)', []],
  ['npm test "$(nope)"', []],
  ['cat <<A\nnope\nA', []],
  ["it's nope", []],
])('%j needs %j', (line, programs) => {
  expect(programsNamed(line)).toEqual(programs);
});
