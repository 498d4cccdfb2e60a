// The table of agents is what was seen: its versions, its page, its cells. The suites run before this, in the project `agents`.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { cellsOf, type Report } from '../../scripts/agents-cells.ts';
import { writePage } from '../../scripts/agents-page.ts';
import { createConformance } from '../../src/agents/canary/create-conformance.ts';
import { createAgents } from '../../src/agents/registry.ts';
import { tellChanges } from '../../src/domain/conformance/tell-changes.ts';
import { installAgents, mustBePinned, pinnedVersions } from '../agents/install.ts';
import { packages, programOf } from '../agents/programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    results: string | null;
  }
}

const { tested, programs, look } = createConformance();
const page = readFileSync(join(import.meta.dirname, '../../docs/agents.md'), 'utf8');

const reportsIn = (folder: string): readonly Report[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));

const mountsOf = (agents: typeof tested.agents): readonly string[] =>
  Object.entries(agents)
    .flatMap(([name, { drivers }]) => Object.keys(drivers).map((driver) => `${name} x ${driver}`))
    .sort();

describe('the table of agents', () => {
  it('is of the versions that are installed for tests', () => {
    expect(Object.fromEntries(Object.values(tested.programs).map((each) => [each.package, each.version]))).toEqual(
      pinnedVersions(),
    );
    expect(Object.entries(tested.programs).map(([command, each]) => [command, each.package])).toEqual(
      Object.entries(packages),
    );
  });

  it('is the page docs/agents.md: run `npm run agents`', () => {
    expect(page).toBe(writePage(tested));
  });

  it('has every agent through every driver', () => {
    const agents = createAgents();
    const mounts = agents.names().flatMap((name) => agents.drivers(name).map((driver) => `${name} x ${driver}`));
    expect(mountsOf(tested.agents)).toEqual(mounts.sort());
    expect(agents.names().filter((name) => programs(name).length === 0)).toEqual([]);
  });

  // Without results of the suites there is nothing to compare with; `.ci/run` always has them.
  const results = inject('results');
  if (results !== null || process.env.CI) {
    const seen = () => cellsOf(results === null ? [] : reportsIn(results), createAgents(), programOf);
    if (inject('agents') === 'whole')
      it('says of every cell what the suites have just seen: run `npm run agents`', () => {
        expect(results).not.toBeNull();
        expect(seen()).toEqual(tested.agents);
      });
    else
      it('says nothing else of a cell than what one pass of every agent and driver has just seen', () => {
        expect(results).not.toBeNull();
        const pass = seen();
        // What was not run is not in it: an agent or a driver that is missing was not started at all.
        expect(mountsOf(pass)).toEqual(mountsOf(tested.agents));
        expect(tested.agents).toMatchObject(pass);
      });
  }
});

describe('a look at the real programs', () => {
  it('finds nothing changed in any of them, and leaves nothing behind', async () => {
    const { bin } = await installAgents();
    const env = {
      ...(process.env as Record<string, string>),
      PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
    };
    const changed: Record<string, readonly string[]> = {};
    for (const [command, facts] of Object.entries(tested.programs)) {
      const seen = await look(command, env);
      expect(seen?.version).toContain(facts.version);
      changed[command] = seen === null ? ['it is missing'] : tellChanges(facts, seen);
    }
    expect(changed).toEqual(Object.fromEntries(Object.keys(packages).map((command) => [command, []])));
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('drover-look-'))).toEqual([]);
    expect(readdirSync(process.env.HOME ?? '')).toEqual([]);
  });
});

describe('the installation of the programs', () => {
  it('is refused where a version is not the pinned one, or missing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pinned-'));
    const put = (path: string, content: object) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), JSON.stringify(content));
    };
    put('package.json', { dependencies: { one: '1.0.0', '@a/two': '2.0.0' } });
    put('node_modules/one/package.json', { version: '1.0.0' });
    expect(() => mustBePinned(folder)).toThrow('@a/two is missing and not 2.0.0');
    put('node_modules/@a/two/package.json', { version: '2.0.1' });
    expect(() => mustBePinned(folder)).toThrow('@a/two is 2.0.1 and not 2.0.0');
    put('node_modules/@a/two/package.json', { version: '2.0.0' });
    expect(() => mustBePinned(folder)).not.toThrow();
    rmSync(folder, { recursive: true });
    expect(existsSync(folder)).toBe(false);
  });
});
