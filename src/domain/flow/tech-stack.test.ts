import { expect, it } from 'vitest';
import { stacksFound, stacksNamed } from './tech-stack.ts';

it.each([
  ['FastAPI|SQLAlchemy', ['python']],
  ['React 19|TypeScript', ['typescript', 'react']],
  ['Next.js', ['react']],
  ['Node.js', ['javascript']],
  ['Java 21', ['java']],
  ['JavaScript', ['javascript']],
  ['Go 1.24', ['go']],
  ['Google Cloud|MongoDB', []],
])('%s names %j', (said, expected) => {
  expect(stacksNamed(said.split('|'))).toEqual(expected);
});

const react = '{"dependencies": {"react": "^19"}}';

it.each([
  [['package.json', 'tsconfig.json', 'src/app.tsx'], react, ['typescript', 'react']],
  [['package.json', 'src/app.js'], react, ['react', 'javascript']],
  [['package.json', 'index.js'], '{"name": "react-like"}', ['javascript']],
  [['package.json', 'src/a.ts'], '{}', ['typescript']],
  [['web/package.json', 'pyproject.toml'], null, ['python']],
  [['api/main.py', 'web/tsconfig.app.json'], null, ['typescript', 'python']],
  [['pom.xml'], null, ['java']],
  [['go.mod', 'main.go'], null, ['go']],
  [['README.md', 'a.pyc', 'algo'], null, []],
  [['tsconfig.json.bak', 'my-tsconfig.json', 'a.tsx.bak', 'a.jsxx', 'pom.xml.bak', 'go.mod.old'], null, []],
  [['my-requirements.txt', 'requirements.in', 'old-setup.cfg', 'setup.cfg.bak', 'build.gradle.md'], null, []],
  [['src/view.jsx'], null, ['react', 'javascript']],
  [['a.cjs'], null, ['javascript']],
  [['api/requirements-dev.txt'], null, ['python']],
  [['api/build.gradle.kts'], null, ['java']],
])('%j is made with %s: %j', (paths, packageJson, expected) => {
  expect(stacksFound(paths, packageJson)).toEqual(expected);
});
