// An agent that writes one line of 200 MB: what daemon and keeper hold of it, and what stays on the disk.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pingDaemon } from '../../src/local/ping-daemon.ts';
import { build, openBuiltCli } from '../built-cli.ts';
import { peakOf } from '../peak-of.ts';
import type { Bench } from '../row.ts';
import { sampleLives } from '../sample.ts';

const megabytes = 200;

/** Says its version, and else the line. */
const program = `#!${process.execPath}
if (process.argv.includes('--version')) { console.log('2.1.330 (Claude Code)'); process.exit(0); }
const piece = Buffer.alloc(1 << 20, 'x');
const say = (left) => left === 0 ? process.stdout.write('\\n', () => process.exit(0)) : process.stdout.write(piece, () => say(left - 1));
say(${megabytes});
`;

const what = [
  { what: 'daemon at most', most: 150 },
  { what: 'keeper at most', most: 150 },
  { what: 'state afterwards', most: 140 },
] as const;

export const bench: Bench = {
  name: 'long-line',
  target: `one line of ${megabytes} MB: daemon <= 150 MB, keeper <= 150 MB, the transcript <= 128 MB`,
  measure: async () => {
    build();
    const sizes = await sampleLives(sizesOfOne);
    return sizes.map(({ median, min }, at) => {
      const { what: name, most } = what[at] ?? { what: '', most: 0 };
      return { what: name, unit: 'MB', value: median, min, floor: null, target: `<= ${most}`, met: median <= most };
    });
  },
};

/** In MB, as in `what`. */
async function sizesOfOne(): Promise<readonly number[]> {
  const bin = mkdtempSync(join(tmpdir(), 'long-line-'));
  writeFileSync(join(bin, 'claude'), program, { mode: 0o755 });
  const path = process.env.PATH;
  process.env.PATH = `${bin}:${path}`;
  const cli = await openBuiltCli(true);
  process.env.PATH = path;
  try {
    const config = { policy: 'hands-off', sandbox: 'off' };
    writeFileSync(join(cli.folder.path, 'drover', 'config.yaml'), JSON.stringify(config), { mode: 0o600 });
    try {
      cli.run('run', '--agent', 'claude', '--mode', 'write', 'Say it.');
    } catch {
      // It says nothing that an answer could be made of.
    }
    const daemon = await pingDaemon(cli.folder.socket, 10_000);
    if (typeof daemon !== 'object') throw new Error(`the daemon does not answer: ${daemon}`);
    const held = Math.max(...keepersOf(cli.folder.path).map(peakOf));
    return [peakOf(daemon.pid), held, sizeOf(join(cli.folder.path, 'drover')) / 2 ** 20];
  } finally {
    await cli.close();
    rmSync(bin, { recursive: true });
  }
}

const keepersOf = (path: string): readonly number[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      const words = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/cmdline`, 'utf8') : '';
      const all = `${words}${readFileSync(`/proc/${name}/environ`, 'utf8')}`;
      const isIts = /keeper\.mjs/.test(words) && all.includes(path);
      return isIts ? [Number(name)] : [];
    } catch {
      return [];
    }
  });

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
