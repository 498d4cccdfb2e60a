// The Debian packages that bring what the tests need and this machine lacks, one on a line. Runs on Node 20.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const table = JSON.parse(readFileSync(new URL('../test/needs/table.json', import.meta.url), 'utf8'));
const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin:/usr/bin:/bin` };
const works = (line) => spawnSync('sh', ['-c', line], { env, stdio: 'ignore', timeout: 20_000 }).status === 0;

const missing = Object.values(table).filter((row) => row.package !== undefined && !works(row.try));
for (const name of new Set(missing.flatMap((row) => row.package.split(' ')))) console.log(name);
