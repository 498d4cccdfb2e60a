// Repositories of several packages, without a line of configuration: a task at one of them is proven by the tests of all.
import { afterEach, describe, expect } from 'vitest';
import { rarely } from '../e2e/depth.ts';
import { otherwise, report, type Step, turn } from '../e2e/sum-project.ts';
import { openWorld, type World } from '../e2e/world.ts';
import { needs } from '../needs/needs.ts';

let world: World;
afterEach(() => world.close());

type Files = Readonly<Record<string, string>>;

const inBoth = (of: (name: string) => Files): Files => ({ ...of('a'), ...of('b') });
const jsTest = (name: string, holds: string) =>
  `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { value } from '../index.js';\n\ntest('${name}', () => assert.${holds});\n`;
const goTest =
  'package b\n\nimport "testing"\n\nfunc TestNew(t *testing.T) {\n\tif Value() != 2 {\n\t\tt.Fatal("no")\n\t}\n}\n';

const npm: Files = {
  'package.json': '{ "name": "all", "private": true, "workspaces": ["packages/*"] }\n',
  ...inBoth((name) => ({
    [`packages/${name}/package.json`]: `{ "name": "${name}", "private": true, "type": "module", "scripts": { "test": "node --test" } }\n`,
    [`packages/${name}/index.js`]: 'export const value = () => 1;\n',
    [`packages/${name}/test/old.test.js`]: jsTest('is there', 'ok(value)'),
  })),
};
const go: Files = {
  'go.work': 'go 1.19\n\nuse (\n\t./a\n\t./b\n)\n',
  ...inBoth((name) => ({
    [`${name}/go.mod`]: `module example.com/${name}\n\ngo 1.19\n`,
    [`${name}/value.go`]: `package ${name}\n\nfunc Value() int { return 1 }\n`,
    [`${name}/old_test.go`]: `package ${name}\n\nimport "testing"\n\nfunc TestOld(t *testing.T) { Value() }\n`,
  })),
};
const change = (path: string, text: string): Step => ({ write: { path, text } });

describe('a repository of several packages', needs('go'), () => {
  for (const [what, project, seen, counts, steps] of [
    [
      'a workspace of npm',
      npm,
      'packages/b/test/new.test.js > has its value',
      { passed: 3, failed: 0, skipped: 0, total: 3 },
      [
        change('packages/b/test/new.test.js', jsTest('has its value', 'equal(value(), 2)')),
        change('packages/b/index.js', 'export const value = () => 2;\n'),
      ],
    ],
    [
      'modules of go',
      go,
      'b/new_test.go > TestNew',
      { passed: 3, failed: 0, skipped: 0, total: 3 },
      [change('b/new_test.go', goTest), change('b/value.go', 'package b\n\nfunc Value() int { return 2 }\n')],
    ],
  ] as const)
    rarely(`L2 ${what} is proven by the tests of all its packages`, async () => {
      const turns = [
        turn('analysis', 'TWO', [report('behaviour')]),
        turn('write', 'TWO', [...steps, { say: 'Done.' }]),
        ...otherwise('behaviour'),
      ];
      world = await openWorld({ project, script: { turns }, config: 'policy: hands-off\nlimits: { attempts: 1 }\n' });
      const done = await world.ended(await world.start('TWO, please', '--until', 'test'));
      expect([done.outcome, done.criteria.map(({ state }) => state)]).toEqual(['proven', ['met']]);
      expect(done.gates.find(({ gate }) => gate === 'test')).toMatchObject({ verdict: 'passed', counts });
      expect(done.proof.find(({ check }) => check === 'red-first')?.seen).toContain(seen);
    });
});
