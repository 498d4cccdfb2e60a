// Packs the program as for a release and installs it for production into an empty folder: what a newcomer gets. Dependencies come from the npm registry.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');
const packed = [
  ...['package.json', 'README.md', 'LICENSE', 'bin', 'scripts', 'src', 'texts', 'web'],
  ...['docs/openapi.json', 'tsconfig.json'],
];
const run = promisify(execFile);

/** The folder of the installed package, in `folder`'s node_modules. Rejects with what npm said. */
export async function installPacked(folder: string): Promise<string> {
  const copy = join(folder, 'checkout');
  const target = join(folder, 'target');
  for (const name of packed) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  mkdirSync(target);
  writeFileSync(join(target, 'package.json'), '{"private":true}\n');
  const tarball = fileOf(JSON.parse(await npm(copy, 'pack', '--json', '--pack-destination', folder)));
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'];
  await npm(target, 'install', ...flags, join(folder, tarball));
  return join(target, 'node_modules', 'drover');
}

/** Other packages that came with it. */
export async function packagesBeside(installed: string): Promise<readonly string[]> {
  const said = await npm(dirname(dirname(installed)), 'ls', '--all', '--parseable');
  return said
    .trim()
    .split('\n')
    .slice(1)
    .filter((path) => path !== installed);
}

/** With this Node, whatever the machine's own is. */
async function npm(cwd: string, ...args: string[]): Promise<string> {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, npm_config_loglevel: 'error' };
  return (await run('npm', args, { cwd, env, maxBuffer: 1 << 26 })).stdout;
}

/** A list of one, or an object by name: versions of npm differ. */
function fileOf(said: unknown): string {
  const [entry] = Object.values(said as Record<string, { filename: string }>);
  return entry?.filename ?? '';
}
