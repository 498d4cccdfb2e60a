// A gate that says nothing about the tree, for its tool is not on this machine: what is missing, and what brings it.
import type { GateResult } from './verdict.ts';

type Ended = Pick<GateResult, 'gate' | 'verdict' | 'argv' | 'exit' | 'ids' | 'tail' | 'why'>;

/** What a tool says of another one that it does not find. The first group is its name. */
const sayings: readonly RegExp[] = [
  /python[\d.]*(?:\.exe)?: No module named ['"]?([\w-]+)/,
  /npx canceled due to missing packages and no YES option: \["(@?[^"@]+)/,
  /error: no such command: `([\w-]+)`/,
  /error: '(?:cargo-)?([\w-]+)(?:\.exe)?' is not installed for the toolchain/,
  /bwrap: execvp (\S+): No such file or directory/,
  /env: ['‘"]?([^\s'’":]+)['’"]?: No such file or directory/,
  /(?:sh|bash|zsh|make(?:\[\d+\])?): (?:(?:line )?\d+: )?([^\s:]+): (?:command )?not found/,
];

/** Endings with which a shell, or what runs for one, says that it found no program; Python and npm say it with 1, cargo with 101. */
const exits = new Set([1, 2, 101, 126, 127]);

/** Its last words name it: a word of the kind in the middle of other output may be anybody's. */
const lastWords = 1500;

/** null: its tool is there, as far as can be told. */
export function missingTool({ verdict, argv, exit, ids, tail, why }: Ended): string | null {
  if (verdict !== 'failed' || ids !== null) return null;
  if (/^could not be started/.test(why)) return nameOf(argv[0]);
  if (exit === null || !exits.has(exit)) return null;
  const end = tail.slice(-lastWords);
  const said = sayings.map((saying) => saying.exec(end)?.[1]).find((name) => name !== undefined);
  const module = argv[argv.indexOf('-m') + 1];
  if (/No module named/.test(end) && said !== module) return null;
  return said === undefined ? null : nameOf(said);
}

const nameOf = (program: string | undefined): string | null =>
  program === undefined || program === '' ? null : program.slice(program.lastIndexOf('/') + 1);

/** By whom it comes, where that is not its own name. */
const bringers: Readonly<Record<string, string>> = {
  clippy: 'rustup component add clippy',
  fmt: 'rustup component add rustfmt',
  cargo: 'install Rust (https://rustup.rs)',
  go: 'install Go (https://go.dev/dl, or the package golang-go)',
  mvn: 'install Maven (the package maven)',
  gradle: 'install Gradle',
  bundle: 'gem install bundler',
  dotnet: 'install the .NET SDK',
  php: 'install PHP',
  make: 'install make',
  uv: 'pipx install uv',
  poetry: 'pipx install poetry',
  pdm: 'pipx install pdm',
  pipenv: 'pipx install pipenv',
  pnpm: 'npm install --global pnpm, or corepack enable',
  yarn: 'npm install --global yarn, or corepack enable',
  bun: 'install Bun (https://bun.sh)',
  tsc: 'npm install --save-dev typescript',
};
const ofPython = new Set(['mypy', 'ruff', 'pytest', 'flake8', 'black', 'pylint', 'pyright', 'tox', 'nox', 'coverage']);
const ofNode =
  /^(?:eslint|prettier|biome|vitest|jest|mocha|ava|tap|tape|nyc|c8|xo|standard|rollup|vite|webpack|esbuild|tsup|turbo|nx|lerna|tsx|ts-node|oxlint|stylelint|cross-env|rimraf)$/;

export function howToInstall(tool: string): string {
  if (Object.hasOwn(bringers, tool)) return bringers[tool] ?? tool;
  if (ofPython.has(tool)) return `pip install ${tool}, or name it among the development dependencies`;
  if (ofNode.test(tool)) return `npm install --save-dev ${tool}`;
  return `install ${tool}`;
}

/** Not a failure of the tree: what could not be looked at is told, with what would let it be looked at. */
export function unlessMissing(result: GateResult): GateResult {
  const tool = missingTool(result);
  if (tool === null) return result;
  const why = `${tool} was not found on this machine: ${howToInstall(tool)}; or say gates.${result.gate} (another command, or off)`;
  return { ...result, verdict: 'not_configured', why };
}
