// `npm run agents`: the suite on the real programs, then what was seen as docs/agents.md and as data of the program. Fails where a test failed.
// `--from FOLDER`: no run; the results are there already.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { lookAtProgram } from '../src/agents/canary/look-at-program.ts';
import { createAgents } from '../src/agents/registry.ts';
import type { Tested, TestedProgram } from '../src/domain/conformance/tested.ts';
import { installAgents, pinnedVersions } from '../test/agents/install.ts';
import { packages, programOf } from '../test/agents/programs.ts';
import { cellsOf, type Report } from './agents-cells.ts';
import { writePage } from './agents-page.ts';

const root = join(import.meta.dirname, '..');
const data = join(root, 'src', 'agents', 'canary', 'conformance.json');
const page = join(root, 'docs', 'agents.md');

const { bin } = await installAgents();
const given = process.argv[process.argv.indexOf('--from') + 1];
const folder = process.argv.includes('--from') && given ? given : mkdtempSync(join(tmpdir(), 'agents-'));
const status = process.argv.includes('--from') ? 0 : run(folder);
const tested: Tested = {
  on: new Date().toISOString().slice(0, 10),
  programs: await programs(),
  agents: cellsOf(reportsIn(folder), createAgents(), programOf),
};
writeFileSync(data, `${JSON.stringify(tested, null, 2)}\n`);
spawnSync('biome', ['format', '--write', data], { cwd: root });
writeFileSync(page, writePage(tested));
if (!process.argv.includes('--from')) rmSync(folder, { recursive: true });
process.exitCode = status;

function run(results: string): number {
  const env = { ...process.env, DROVER_TEST_RESULTS: results };
  return spawnSync('vitest', ['run', '--project', 'agents'], { cwd: root, env, stdio: 'inherit' }).status ?? 1;
}

function reportsIn(results: string): readonly Report[] {
  return readdirSync(results).map((name) => JSON.parse(readFileSync(join(results, name), 'utf8')) as Report);
}

async function programs(): Promise<Record<string, TestedProgram>> {
  const env = { ...(process.env as Record<string, string>), PATH: [bin, process.env.PATH].join(delimiter) };
  const told: Record<string, TestedProgram> = {};
  for (const [command, from] of Object.entries(packages)) {
    const facts = await lookAtProgram(command, env);
    if (facts === null) throw new Error(`${command} is not installed`);
    told[command] = {
      package: from,
      version: pinnedVersions()[from] ?? '',
      flags: facts.flags,
      handshake: facts.handshake,
    };
  }
  return told;
}
