import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentFiles } from '../../../test/fakes/footprints.ts';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import type { Change, GateSettings } from '../../ports/gates.ts';
import { createGates } from '../create-gates.ts';
import { codeText, type Language } from './code-text.ts';
import { testDeleted, testEdits } from './test-edits.ts';

type Files = Readonly<Record<string, string>>;

const SETTINGS: GateSettings = {
  gates: {},
  setup: null,
  tests: null,
  protect: ['migrations/**'],
  tdd: { behaviour: 'enforce', refactor: 'green', docs: 'off', config: 'off' },
  sources: {},
};

const manifest = (value: object = {}) =>
  JSON.stringify({ scripts: { test: 'vitest run', lint: 'eslint .' }, ...value });
const BASE: Files = {
  'package.json': manifest(),
  'test/a.test.ts': `test('one', () => { expect(1).toBe(1); });\ntest('two', () => { expect(2).toBe(2); expect(3).toBe(3); });\n`,
  'vitest.config.ts': `export default { test: { coverage: { thresholds: { lines: 90 } } } };\n`,
  'src/a.ts': 'export const a = 1;\n',
};

function changesOf(base: Files, now: Files, moved: Readonly<Record<string, string>>): Change[] {
  const rest = { added: 1, removed: 1, binary: false };
  const gone = Object.keys(base).filter((path) => !(path in now) && !Object.values(moved).includes(path));
  const touched = Object.keys(now).filter((path) => now[path] !== base[path] || path in moved);
  return [
    ...gone.map((path): Change => ({ path, kind: 'deleted', from: null, bytes: 0, ...rest })),
    ...touched.map((path): Change => {
      const from = moved[path] ?? null;
      const kind = from !== null ? 'renamed' : path in base ? 'modified' : 'added';
      return { path, kind, from, bytes: now[path]?.length ?? 0, ...rest };
    }),
  ];
}

type Asked = {
  readonly base?: Files;
  readonly settings?: Partial<GateSettings>;
  readonly moved?: Readonly<Record<string, string>>;
};

/** `null` removes a file of the base. */
async function found(
  edits: Readonly<Record<string, string | null>>,
  { base = BASE, settings = {}, moved = {} }: Asked = {},
) {
  const gates = createGates(agentFiles);
  const all = { ...SETTINGS, ...settings };
  const kept = Object.entries({ ...base, ...edits }).filter((entry): entry is [string, string] => entry[1] !== null);
  const now = Object.fromEntries(kept.filter(([path]) => !Object.values(moved).includes(path)));
  const plan = await gates.plan(memoryTree(base), all);
  const findings = await gates.tamper(plan, all, memoryTree(base), memoryTree(now), changesOf(base, now, moved));
  return findings.map(({ weight, file, line, what }) => `${weight} ${file}${line === null ? '' : `:${line}`} ${what}`);
}

const test = BASE['test/a.test.ts'] ?? '';

describe('tests', () => {
  it('an honest change has no findings', async () => {
    expect(
      await found({
        'src/a.ts': 'x',
        'test/a.test.ts': `${test}test('three', () => { expect(4).toBe(4); });\n`,
        'test/b.test.ts': `it('new', () => { expect(sum(1, 2)).toBe(3) })`,
      }),
    ).toEqual([]);
  });

  it('a conflict that nobody resolved fails with its line', async () => {
    const both = 'export const a = 1;\n<<<<<<< ours\nlet b;\n=======\nlet c;\n>>>>>>> theirs\n';
    expect(await found({ 'src/a.ts': both })).toEqual(['fail src/a.ts:2 a conflict was left between its markers']);
    expect(await found({ 'src/a.ts': `${both}let d;\n` }, { base: { ...BASE, 'src/a.ts': both } })).toEqual([]);
    expect(await found({ 'README.md': 'A title\n=======\n' })).toEqual([]);
  });

  it('PC-23 a removed test file, also by renaming it away, fails', async () => {
    expect(await found({ 'test/a.test.ts': null })).toEqual([
      'fail test/a.test.ts a test file with 2 tests was removed',
    ]);
    expect(await found({ 'src/old.txt': test }, { moved: { 'src/old.txt': 'test/a.test.ts' } })).toEqual([
      'fail test/a.test.ts a test file with 2 tests was removed',
    ]);
    expect(await found({ 'test/b.test.ts': test }, { moved: { 'test/b.test.ts': 'test/a.test.ts' } })).toEqual([]);
    const data = { ...BASE, 'test/data.json': '{}' };
    expect(await found({ 'test/data.json': null }, { base: data })).toEqual([
      'note test/data.json a file beside the tests was removed',
    ]);
  });

  it('PC-23 removed tests and assertions fail with the numbers, commented-out ones do not count', async () => {
    expect(await found({ 'test/a.test.ts': test.replace('expect(3).toBe(3);', '') })).toEqual([
      'fail test/a.test.ts assertions removed: 3 on the base, 2 now',
    ]);
    expect(await found({ 'test/a.test.ts': test.replace('expect(3)', '// expect(3)') })).toContain(
      'fail test/a.test.ts assertions removed: 3 on the base, 2 now',
    );
    expect(await found({ 'test/a.test.ts': test.replace('expect(3).toBe(3)', '"expect(3)"') })).toContain(
      'fail test/a.test.ts assertions removed: 3 on the base, 2 now',
    );
    expect(await found({ 'test/a.test.ts': test.split('\n').slice(0, 1).join('\n') })).toContain(
      'fail test/a.test.ts tests removed: 2 on the base, 1 now',
    );
  });

  it.each([
    ['a.test.ts', `it.skip('x', () => {})`],
    ['a.test.ts', `describe.skip('x', () => {})`],
    ['a.test.ts', `xit('x', () => {})`],
    ['a.test.ts', `test('x', { skip: true }, () => {})`],
    ['a.test.ts', `test('x', (t) => { t.skip(); })`],
    ['a.test.ts', `test.todo('x')`],
    ['a.test.ts', `it.only('x', () => {})`],
    ['a.test.ts', `it.fails('x', () => {})`],
    ['a.test.ts', `it('x', () => { expect(true).toBe(true) })`],
    ['test_a.py', `@pytest.mark.skip\ndef test_x(): pass`],
    ['test_a.py', `@pytest.mark.xfail(reason="y")\ndef test_x(): pass`],
    ['test_a.py', `def test_x():\n    pytest.skip("no")`],
    ['test_a.py', `@unittest.skip("y")\ndef test_x(): pass`],
    ['test_a.py', `def test_x():\n    assert True`],
    ['a.rs', `#[ignore]\n#[test]\nfn x() {}`],
    ['a_test.go', `func TestX(t *testing.T) { t.Skip() }`],
    ['ATest.java', `@Disabled @Test void x() {}`],
    ['ATest.java', `@Ignore("no") @Test void x() {}`],
    ['a_spec.rb', `  xit "x" do`],
    ['ATest.php', `$this->markTestSkipped();`],
    ['ATests.cs', `[Fact(Skip = "x")]`],
  ])('PC-23 in %s %s fails', (path, text) => {
    expect(testEdits(path, '', text)).toMatchObject([{ weight: 'fail', gate: 'tamper', edits: 'silenced' }]);
    expect(testEdits(path, text, `\n\n${text}`), 'what the base has is not added').toEqual([]);
  });

  it('what went from tests is told as removed; a note says of no edit what it did', () => {
    const two = "test('a', () => { expect(1); });\n";
    expect(testEdits('a.test.ts', two, '')).toMatchObject([
      { what: 'tests removed: 1 on the base, 0 now', edits: 'removed' },
      { what: 'assertions removed: 1 on the base, 0 now', edits: 'removed' },
    ]);
    expect(testDeleted('a.test.ts', two)).toMatchObject({ weight: 'fail', gate: 'tamper', edits: 'removed' });
    expect(testDeleted('data.json', '{}')).not.toHaveProperty('edits');
    expect(testEdits('a.test.ts', '', `it.skipIf(a)('x', () => {})`)[0]).not.toHaveProperty('edits');
  });

  it('a line that was added is told without what stands around it, the first and the last as well', () => {
    const skip = "it.skip('x', () => {})";
    const told = (text: string) => testEdits('a.test.ts', '', text).map(({ what, line }) => [what, line]);
    const wanted = "a test is skipped: it.skip('  , () => {})";
    expect(told(skip)).toEqual([[wanted, 1]]);
    expect(told(`\n\n   ${skip}  \n  a();`)).toEqual([[wanted, 3]]);
    expect(told(`a();\n${skip}`)).toEqual([[wanted, 2]]);
  });

  it('a skip on a condition is a note; words in strings and comments are none', () => {
    expect(testEdits('a.test.ts', '', `it.skipIf(process.platform === 'win32')('x', () => {})`)).toMatchObject([
      { weight: 'note', what: expect.stringMatching(/^a test is skipped on a condition: it\.skipIf\(/) },
    ]);
    expect(
      testEdits('test_a.py', '', `@pytest.mark.skipif(sys.platform == "x", reason="y")\ndef test_x(): pass`),
    ).toMatchObject([{ weight: 'note' }]);
    expect(testEdits('a.test.ts', '', `// it.skip('x')\nconst text = "it.skip('x')";`)).toEqual([]);
  });

  it('names the line of what was added', () => {
    expect(testEdits('a.test.ts', `it.skip('old')`, `it.skip('old')\n\n  it.skip('new')`)).toMatchObject([{ line: 3 }]);
    expect(testEdits('test_a.py', '', `x = 1\n\n@pytest.mark.skip\ndef test_x(): pass`)).toMatchObject([{ line: 3 }]);
  });
});

describe('what gates read', () => {
  it('PC-23 a changed test command fails, another script and dependencies are notes', async () => {
    expect(await found({ 'package.json': manifest({ scripts: { test: 'true', lint: 'eslint .' } }) })).toEqual([
      'fail package.json a command that a gate runs was changed: scripts.test',
    ]);
    expect(await found({ 'package.json': manifest({ scripts: { test: 'vitest run', lint: 'true' } }) })).toEqual([
      'fail package.json a command that a gate runs was changed: scripts.lint',
    ]);
    expect(
      await found({
        'package.json': manifest({ scripts: { test: 'vitest run', lint: 'eslint .', pretest: 'rm -rf test' } }),
      }),
    ).toEqual(['fail package.json a command that a gate runs was changed: scripts.pretest']);
    expect(
      await found({
        'package.json': manifest({
          scripts: { test: 'vitest run', lint: 'eslint .', start: 'node .' },
          dependencies: { left: '1.0.0' },
        }),
      }),
    ).toEqual(['note package.json scripts.start added', 'note package.json dependencies changed: left 1.0.0']);
    expect(await found({ 'package.json': manifest({ jest: { bail: true } }) })).toEqual([
      'note package.json the configuration of the test runner was changed: jest: was `nothing`, now `{"bail":true}`',
    ]);
    expect(await found({ 'package.json': '{' })).toEqual(['fail package.json package.json cannot be read any more']);
  });

  it('a script that the test script comes to counts as the test command', async () => {
    const base = { ...BASE, 'package.json': manifest({ scripts: { test: 'npm run unit', unit: 'vitest run' } }) };
    expect(
      await found({ 'package.json': manifest({ scripts: { test: 'npm run unit', unit: 'true' } }) }, { base }),
    ).toEqual(['fail package.json a command that a gate runs was changed: scripts.unit']);
  });

  it('a first real test script in the place of the placeholder is a note', async () => {
    const base = { 'package.json': manifest({ scripts: { test: 'echo "Error: no test specified" && exit 1' } }) };
    expect(await found({ 'package.json': manifest({ scripts: { test: 'node --test' } }) }, { base })).toEqual([
      'note package.json scripts.test changed',
    ]);
  });

  it('PC-23 a lowered threshold or a narrowed run in runner configuration is told with its line, a harmless change is a note', async () => {
    const config = BASE['vitest.config.ts'] ?? '';
    expect(await found({ 'vitest.config.ts': config.replace('90', '10') })).toEqual([
      expect.stringMatching(/^note vitest\.config\.ts:1 moves the goalposts/),
    ]);
    expect(await found({ 'vitest.config.ts': null })).toEqual([
      'note vitest.config.ts a file that gates read was removed',
    ]);
    expect(await found({ 'vitest.config.ts': `// a word\n${config}` })).toEqual([
      'note vitest.config.ts a file that gates read was changed',
    ]);
    expect(await found({ 'pytest.ini': '[pytest]\naddopts = --deselect tests/test_a.py\n' })).toContainEqual(
      expect.stringMatching(/^note pytest\.ini:2 moves/),
    );
    expect(await found({ 'pyproject.toml': '[tool.pytest.ini_options]\naddopts = "-k x"\n' })).toContainEqual(
      expect.stringMatching(/^note pyproject\.toml:1 moves/),
    );
    expect(await found({ 'pyproject.toml': '[project]\nname = "x"\n' })).toEqual([
      'note pyproject.toml a file that gates read was added',
    ]);
    expect(await found({ 'conftest.py': 'def pytest_collection_modifyitems(items): items.clear()\n' })).toContainEqual(
      expect.stringMatching(/^note conftest\.py:1 moves/),
    );
  });

  it('a checker that is told to see less is told with its line', async () => {
    const base = {
      ...BASE,
      'tsconfig.json': '{ "compilerOptions": {\n "strict": true } }',
      'eslint.config.js': 'export default [];\n',
    };
    expect(await found({ 'tsconfig.json': '{ "compilerOptions": {\n "strict": false } }' }, { base })).toEqual([
      expect.stringMatching(/^note tsconfig\.json:2 moves/),
    ]);
    expect(
      await found({ 'tsconfig.json': '{ "compilerOptions": {\n "strict": true, "target": "es2024" } }' }, { base }),
    ).toEqual(['note tsconfig.json a file that gates read was changed']);
    expect(
      await found({ 'eslint.config.js': `export default [{ rules: { 'no-eval': 'off' } }];\n` }, { base }),
    ).toEqual([expect.stringMatching(/^note eslint\.config\.js:1 moves/)]);
  });

  it('the recipe and the script that a gate runs are guarded', async () => {
    const base = { Makefile: 'build:\n\tcc a.c\ntest:\n\t./scripts/test.sh\n', 'scripts/test.sh': 'run' };
    expect(await found({ Makefile: 'build:\n\tcc a.c\ntest:\n\ttrue\n' }, { base })).toEqual([
      expect.stringMatching(/^fail Makefile/),
    ]);
    expect(await found({ Makefile: 'build:\n\tcc -O a.c\ntest:\n\t./scripts/test.sh\n' }, { base })).toEqual([
      'note Makefile a file that gates read was changed',
    ]);
    const gates = { test: './scripts/test.sh --all' };
    expect(await found({ 'scripts/test.sh': 'true' }, { base, settings: { gates } })).toEqual([
      'fail scripts/test.sh a file that the command of gate test runs was changed',
    ]);
  });
});

describe('protected files', () => {
  it.each([
    '.drover.yaml',
    '.github/workflows/ci.yml',
    '.gitlab-ci.yml',
    'docs/CODEOWNERS',
    '.gitattributes',
    'AGENTS.md',
    'pkg/CLAUDE.md',
    '.claude/settings.json',
    '.codex/config.toml',
    '.gemini/x',
    'migrations/001.sql',
    '.envrc',
    'app/.envrc',
  ])('%s is a line of its own', async (path) => {
    expect((await found({ [path]: 'x' })).some((line) => line.startsWith(`note ${path} protected`))).toBe(true);
  });

  it('each needs a yes by name, as does the configuration of a test runner; a source file does not', async () => {
    const now = {
      ...BASE,
      CODEOWNERS: '* @me',
      'package-lock.json': '{}',
      'jest.config.js': 'module.exports = { verbose: true };',
      'src/a.ts': 'export const a = 2;',
    };
    const plan = await createGates(agentFiles).plan(memoryTree(BASE), SETTINGS);
    const all = await createGates(agentFiles).tamper(
      plan,
      SETTINGS,
      memoryTree(BASE),
      memoryTree(now),
      changesOf(BASE, now, {}),
    );
    const named = all.filter(({ needs }) => needs === 'yes').map(({ file }) => file);
    expect([...new Set(named)].sort()).toEqual(['CODEOWNERS', 'jest.config.js', 'package-lock.json']);
  });

  it('WT-47 a link out of the repository is a line of its own that needs a yes; one inside and one that goes are none', async () => {
    const plan = await createGates(agentFiles).plan(memoryTree(BASE), SETTINGS);
    const links = { out: '../../etc/passwd', in: 'src/a.ts' };
    const changes = (['out', 'in', 'gone'] as const).map(
      (path): Change => ({
        ...{ path, kind: path === 'gone' ? 'deleted' : 'added', from: null },
        ...{ added: 1, removed: 0, binary: false, bytes: 3 },
      }),
    );
    const after = memoryTree(BASE, 'memory', links);
    expect(
      await createGates(agentFiles).tamper(plan, SETTINGS, memoryTree(BASE, 'memory', { gone: '/x' }), after, changes),
    ).toEqual([
      {
        ...{ gate: 'tamper', file: 'out', line: null, weight: 'note', needs: 'yes' },
        what: 'a link that leads out of the repository, to ../../etc/passwd',
      },
    ]);
  });

  it('a lock file without its manifest is one, with it none', async () => {
    expect(await found({ 'package-lock.json': '{}' })).toEqual([
      'note package-lock.json a lock file changed without its manifest',
    ]);
    expect(await found({ 'package-lock.json': '{}', 'package.json': manifest({ dependencies: { a: '1' } }) })).toEqual([
      'note package.json dependencies changed: a 1',
    ]);
  });
});

it('blanking keeps lines and length and never throws', () => {
  const languages = fc.constantFrom<Language>(
    'script',
    'python',
    'rust',
    'go',
    'java',
    'csharp',
    'ruby',
    'php',
    'other',
  );
  const piece = fc.constantFrom('"', "'", '`', '"""', '//', '/*', '*/', '#', '\n', '\\', 'a', ' ', '${');
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(languages, text, (language, code) => {
      const blank = codeText(code, language);
      expect(blank.split('\n').length).toBe(code.split('\n').length);
      expect(testEdits(`a.${language}`, code, code)).toEqual([]);
    }),
  );
});

describe('what a change leaves or moves', () => {
  const both = '<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n';
  it.each([
    ['without its beginning', both.replace('<<<<<<< a\n', '')],
    ['without its middle', both.replace('=======\n', '')],
    ['without its end', both.replace('>>>>>>> b\n', '')],
    ['with the beginning inside a line', both.replace('<<<<<<<', ' <<<<<<<')],
    ['with the middle inside a line', both.replace('=======', ' =======')],
    ['with a longer middle', both.replace('=======', '========')],
    ['with the end inside a line', both.replace('>>>>>>>', ' >>>>>>>')],
    ['with other words', both.replace('>>>>>>> ', '>>>>>>>')],
    ['with a short beginning', both.replace('<<<<<<< ', '<<<<<< ')],
  ])('a conflict %s is none', async (_words, text) => {
    expect(await found({ 'src/a.ts': text })).toEqual([]);
    expect(await found({ 'src/a.ts': `a\n${both}` })).toEqual([
      'fail src/a.ts:2 a conflict was left between its markers',
    ]);
  });

  it('recorded results are told, a binary test file is not read', async () => {
    const base = { ...BASE, 'test/a.snap': '1' };
    expect(await found({ 'test/a.snap': '2' }, { base })).toEqual([
      'note test/a.snap recorded results that tests compare with were changed',
    ]);
    expect(await found({ 'test/b.snap': '2', 'src/a.snap': '2' }, { base })).toEqual([
      'note test/b.snap recorded results that tests compare with were changed',
    ]);
  });

  it('a file that gates read is missed where it was, and read where it came to', async () => {
    expect(
      await found({ 'other.txt': BASE['vitest.config.ts'] ?? '' }, { moved: { 'other.txt': 'vitest.config.ts' } }),
    ).toEqual([
      'note vitest.config.ts a file that gates read was removed',
      'note vitest.config.ts a file that gates read was moved',
    ]);
    expect(
      await found({ 'jest.config.js': 'export const a = 1;\n' }, { moved: { 'jest.config.js': 'src/a.ts' } }),
    ).toEqual(['note jest.config.js a file that gates read was added']);
  });

  it.each([
    ['./scripts/a.sh', true],
    ['scripts/a.sh --all', true],
    ['python3 scripts/a.sh', true],
    ['(cd x;scripts/a.sh)&&y', true],
    ['x|scripts/a.sh&', true],
    ['xscripts/a.sh', false],
    ['other/scripts/a.sh', false],
    ['scripts/a.sh.bak', false],
  ])('of `%s` the script counts: %s', async (test, counts) => {
    const base = { 'scripts/a.sh': 'a' };
    const asked = { base, settings: { gates: { test } } };
    expect(await found({ 'scripts/a.sh': 'b' }, asked)).toEqual(
      counts ? ['fail scripts/a.sh a file that the command of gate test runs was changed'] : [],
    );
    expect(await found({ 'scripts/b.sh': 'b' }, { base, settings: { gates: { test: 'scripts/b.sh' } } })).toEqual([]);
    expect(
      await found({ 'test/a.sh': 'b' }, { base: { 'test/a.sh': 'a' }, settings: { gates: { test: 'test/a.sh' } } }),
    ).toEqual([]);
  });

  it('a file of one test is told as such', async () => {
    expect(await found({ 'test/b.js': null }, { base: { ...BASE, 'test/b.js': "test('a', () => {})" } })).toEqual([
      'fail test/b.js a test file with 1 test was removed',
    ]);
  });

  it('each skip is told by its own line and its first words', () => {
    const line = `it.skip('${'x'.repeat(200)}')`;
    const [first, second, ...more] = testEdits('a.test.ts', '', `${line}\n\n${line}`);
    expect([first?.line, second?.line, more]).toEqual([1, 3, []]);
    expect(first?.what).toBe(`a test is skipped: ${`it.skip('${' '.repeat(200)}')`.trim().slice(0, 120)}`);
    expect(testEdits('a.test.ts', `${line}\n${line}`, `${line}\n${line}\n${line}`)).toMatchObject([{ line: 3 }]);
    expect(testEdits('a.test.ts', `${line}\n${line}`, `${line}\n${line}`)).toEqual([]);
    expect(testEdits('a.test.ts', null, 'f()\nit.only(1)')).toMatchObject([
      { what: 'a test is narrowed, inverted or says nothing: it.only(1)', line: 2, weight: 'fail', file: 'a.test.ts' },
    ]);
  });
});
