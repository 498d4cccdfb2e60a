// Which scripts a gate's command comes to: one line for each way to start one, and one for each that is nearly that.
import { describe, expect, it } from 'vitest';
import { memoryTree } from '../../../test/fakes/memory-tree.ts';
import { openSources } from '../sources.ts';
import { followCommands } from './follow-commands.ts';

type Files = Readonly<Record<string, string>>;

const follow = async (
  line: string | readonly string[],
  files: Files,
  scripts: Files = {},
  tests: readonly string[] = ['test/**'],
) => {
  const argv = typeof line === 'string' ? ['/bin/sh', '-c', line] : line;
  return followCommands(await openSources(memoryTree(files)), { gates: [{ argv }], tests }, scripts);
};
const at = (...paths: readonly string[]): Files => Object.fromEntries(paths.map((path) => [path, '']));

describe('a file that a command starts', () => {
  it.each([
    ...['node', 'nodejs', 'bun', 'deno', 'tsx', 'ts-node', 'python', 'python3.12', 'ruby', 'perl', 'php', 'sh', 'bash'],
    ...['zsh', 'dash', 'source', '.', '/usr/bin/node', 'env node', 'A_B=1 node', 'node --test', 'deno run -A'],
  ])('by %s', async (program) => {
    expect(await follow(`${program} a/one.x`, at('a/one.x'))).toEqual(['a/one.x']);
  });

  it.each([
    ...['a/one.x', './a/one.x', 'A=1 ./a/one.x --all', 'true && a/one.x', 'true || a/one.x', 'true; a/one.x'],
    ...['cat b | a/one.x', 'sleep 1 & a/one.x', '(a/one.x)', 'b=`a/one.x`', 'true\na/one.x', "'a/one.x' b"],
    ...['a/../a/one.x', 'sh -c "node a/one.x"'],
  ])('by its name: %s', async (line) => {
    expect(await follow(line, at('a/one.x'))).toEqual(['a/one.x']);
  });

  it.each([
    ...['c', 'config', 'r', 'require', 'import', 'loader', 'experimental-loader', 'env-file', 'setup', 'preset'],
    ...['rcfile', 'f', 'file'],
  ])('which reads it by --%s before it does anything', async (flag) => {
    for (const line of [`x --${flag} a/one.x`, `x -${flag} a/one.x`, `x --${flag}=a/one.x`, `x b --${flag} a/one.x`])
      expect(await follow(line, at('a/one.x')), line).toEqual(['a/one.x']);
  });

  it.each([
    ...[
      'x a/one.x',
      'noder a/one.x',
      'x --out a/one.x',
      'x --configs a/one.x',
      'x ---config a/one.x',
      'pythons a/one.x',
    ],
    ...['x --output=a/one.x', 'x -- a/one.x', 'a=1=a/one.x', 'echo node=a/one.x', 'anode a/one.x'],
  ])('not by %s', async (line) => {
    expect(await follow(line, at('a/one.x'))).toEqual([]);
  });

  it('a script of a shell, or one of a folder of tools, wherever it is named', async () => {
    expect(await follow('x a/one.sh tools/two.x b/three.x', at('a/one.sh', 'tools/two.x', 'b/three.x'))).toEqual([
      'a/one.sh',
      'tools/two.x',
    ]);
  });

  it('words of an argv are taken as they are', async () => {
    expect(await follow(['node', 'a/one.x'], at('a/one.x'))).toEqual(['a/one.x']);
    expect(await follow(['node', '-c', 'x', 'a/one.x'], at('a/one.x'))).toEqual(['a/one.x']);
  });
});

describe('what is not for the gates alone', () => {
  it.each([
    ...['index', 'main', 'app', 'server', 'cli', 'mod'].flatMap((name) => [`${name}.js`, `a/${name}.mjs`]),
    ...['test/a.js', 'package.json', 'a/README.md', 'src/a.js', 'lib/a.py'],
  ])('%s', async (path) => {
    expect(await follow(`node ${path}`, at(path))).toEqual([]);
  });

  it.each(['domain.js', 'a/mains.js', 'index', 'a/run.mk', 'test/run.sh', 'src/check-a.sh', 'a/cli.sh'])(
    'but %s is',
    async (path) => {
      expect(await follow(`node ${path}`, at(path))).toEqual([path]);
    },
  );

  it('nor what is not there', async () => {
    expect(await follow('node a/one.x', at('b'))).toEqual([]);
  });
});

describe('scripts by their names', () => {
  it('are followed with what runs before and after them, each once', async () => {
    const files = at('a/before.x', 'a/one.x', 'a/after.x', 'a/two.x', 'a/made.x');
    const scripts = {
      ...{ check: 'node a/one.x && npm run deep', precheck: 'node a/before.x', postcheck: 'node a/after.x' },
      ...{ deep: 'node a/two.x; npm run check', other: 'node a/other.x', 'make all': 'node a/made.x' },
    };
    expect((await follow('npm run check', files, scripts)).toSorted()).toEqual([
      ...['a/after.x', 'a/before.x', 'a/one.x', 'a/two.x'],
    ]);
    expect(await follow('make all', files, scripts)).toEqual(['a/made.x']);
    expect(await follow("(npm run 'check')", files, { check: 'node a/one.x' })).toEqual(['a/one.x']);
    expect(await follow('x --run=check', files, { check: 'node a/one.x' })).toEqual(['a/one.x']);
  });
});

describe('what a script names', () => {
  it.each(['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.py', '.sh'])('beside it, with %j left out', async (ending) => {
    const files = { 'a/one.x': "import './two';\n", [`a/two${ending}`]: '' };
    expect(await follow('node a/one.x', files)).toEqual(['a/one.x', `a/two${ending}`]);
  });

  it('further and further, also upwards, and itself not once more', async () => {
    const files = {
      'a/one.x': "load('./deep/two.x', './one.x');\n",
      ...{ 'a/deep/two.x': "load('../three.x');\n", 'a/three.x': "load('./one.x')", 'a/none.x': '' },
    };
    expect(await follow('node a/one.x', files)).toEqual(['a/one.x', 'a/deep/two.x', 'a/three.x']);
  });

  it('of files from the top only tools and checks; of one at the top nothing beside it', async () => {
    const files = { 'a/one.x': 'tools/two.x b/three.x check-a.sh', ...at('tools/two.x', 'b/three.x', 'check-a.sh') };
    expect(await follow('node a/one.x', files)).toEqual(['a/one.x', 'tools/two.x', 'check-a.sh']);
    const top = { 'one.x': 'two.x tools/three.x one.x', ...at('two.x', 'tools/three.x') };
    expect(await follow('node one.x', top)).toEqual(['one.x', 'tools/three.x']);
  });

  it('as far as its first quarter of a mebibyte, and a hundred files', async () => {
    const late = { 'a/one.x': `${' '.repeat(256 * 1024)}./two.x`, 'a/two.x': '' };
    expect(await follow('node a/one.x', late)).toEqual(['a/one.x']);
    expect(await follow('node a/one.x', { ...late, 'a/one.x': ` ./two.x${' '.repeat(256 * 1024)}` })).toHaveLength(2);
    const chain = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`a/n${n}.x`, `./n${n + 1}.x`]));
    expect(await follow('node a/n0.x', chain)).toHaveLength(101);
  });
});
