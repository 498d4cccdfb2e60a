import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attribute } from './attribute.ts';
import { uncounted } from './countable.ts';
import { aloneFile, goLines } from './go-lines.ts';
import { readTrace } from './read-trace.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'go lines-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lay = (path: string, text: string, mode = 0o600): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text, { mode });
};

/** A binary of tests as it speaks and counts: it notes what it was given. */
const binary = `#!/bin/sh
echo "$@" >> "$0.given"
for word; do case "$word" in -test.coverprofile=*) profile=\${word#*=} ;; -test.run=*) run=\${word#*=} ;; esac; done
price='example.com/m/till/price.go:5.39,6.15 1 1
example.com/m/till/price.go:6.15,8.3 1 0'
case "$run" in
  '^TestParts$') printf '=== RUN   TestParts\\n=== RUN   TestParts/two_(b)\\n=== RUN   TestParts/"q"\\n' ;;
  '^TestFails$') printf 'mode: atomic\\n%s\\n' "$price" > "$profile"; exit 1 ;;
  '^TestReads$' | '^TestParts$/^"q"$') price='example.com/other/x.go:1.1,2.2 1 0' ;;
esac
printf 'mode: atomic\\n%s\\nexample.com/m/log/log.go:3.1,4.2 1 7\\n' "$price" > "$profile"
`;

function tell(tests: string): readonly string[] {
  lay('work/back/go.mod', 'module example.com/m // here\n');
  lay('work/back/till/price_test.go', tests);
  lay('x.test', binary, 0o700);
  const wanted = { folder: join(folder, 'work'), files: ['back/till/price.go'], channel: '' };
  for (const { path, text } of goLines({ ...wanted, tests: ['back/till/price_test.go', 'back/a_test.go'] }))
    lay(`lines/${path}`, text);
  const words = ['x.test', '-test.run=Own', '-test.count=1'].map((word, at) => (at === 0 ? join(folder, word) : word));
  const script = join(folder, 'lines', aloneFile);
  spawnSync('sh', [script, ...words, '-own=a b'], { cwd: join(folder, 'work/back/till'), stdio: 'inherit' });
  return readdirSync(join(folder, 'lines'))
    .filter((each) => each.endsWith('.jsonl'))
    .map((each) => readFileSync(join(folder, 'lines', each), 'utf8'));
}
const head = 'package till\n\n';
const named = (...names: readonly string[]): string =>
  `${head}${names.map((name) => `func ${name}(t *testing.T) {}\n`).join('')}`;
const source = Array.from({ length: 9 }, (_, at) => `run(${at})`).join('\n');
const change = {
  files: [{ path: 'back/till/price.go', source, changed: { written: [6, 7], gaps: [] } }],
  language: 'go',
  isProduction: (path: string) => (path === '?' ? null : true),
} as const;

describe('each test of go by itself', () => {
  it('what it ran is told of it and of its parts, in flags that are its own', () => {
    const told = tell(named('TestPays', 'TestReads', 'TestParts', 'TestFails'));
    const traces = told.map((each) => readTrace(each)).filter((each) => each !== null);
    expect(traces).toHaveLength(6);
    const names = ['TestPays', 'TestReads', 'TestParts', 'TestParts > two_(b)', 'TestParts > "q"', 'TestFails'];
    const ids = names.map((name) => `back/till/price_test.go > ${name}`);
    expect(attribute(traces, ids, change, { code: false, data: false })).toMatchObject({
      reached: [0, 2, 3, 5].map((at) => ({ id: ids[at], file: 'back/till/price.go', lines: [[6, 6]] })),
      nothing: [ids[1], ids[4]],
    });
    const given = readFileSync(join(folder, 'x.test.given'), 'utf8');
    expect(given).toMatch(/-test\.run=\^TestParts\$\/\^two_\\\(b\\\)\$ .*-test\.count=1 -own=a b$/m);
    expect(given).not.toContain('Own');
  });

  it('what starts programs, or fails by itself and ran nothing, is not told apart', () => {
    const told = tell(named('TestReads').replace(head, `${head}import "os/exec"\n`));
    const [trace] = told.map((each) => readTrace(each)).filter((each) => each !== null);
    const id = 'back/till/price_test.go > TestReads';
    expect(trace && attribute([trace], [id], change, { code: false, data: false })).toMatchObject({
      ...{ reached: [], nothing: [], unsure: [id] },
    });
  });
});

it('values and types of a package are counted nowhere', () => {
  const text =
    'package a\n\nimport "os"\n\nvar X = map[string]int{\n\t"a": 1,\n}\n\n// why\nfunc A() {\n\tvar y = 1\n}\n\ntype T struct {\n\tA int\n}\n';
  expect([...uncounted(text, 'go')]).toEqual([5, 6, 14, 15]);
  expect(uncounted('var x = 1', 'javascript').size).toBe(0);
});
