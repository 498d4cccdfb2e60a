// One task in each kind of project, the whole way: real packages, real set-up and gates in the real sandbox, a scripted agent that writes test and fix.
// `WRITE_PROJECTS=1` writes the table of docs/guide/projects.md anew from what was found.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskEvidence } from '../../src/contract/task.ts';
import { plainEnvironment } from '../../src/domain/run/environment.ts';
import { report } from '../e2e/sum-project.ts';
import { openWorld } from '../e2e/world.ts';
import { needs, ofPerson } from '../needs/needs.ts';
import { managers, type Project, projects, rowOf, tableHead } from './projects.ts';

const page = join(import.meta.dirname, '../../docs/guide/projects.md');
const run = promisify(execFile);

/** Managers that Node does not bring: the registry does. */
const brought = mkdtempSync(join(tmpdir(), 'drover-managers-'));
const env = {
  ...plainEnvironment(process.env as Record<string, string>),
  ...ofPerson,
  PATH: [dirname(process.execPath), join(brought, 'node_modules/.bin'), process.env.PATH].join(delimiter),
};
beforeAll(() => run('npm', ['install', '--prefix', brought, '--no-audit', '--no-fund', 'pnpm@10', 'yarn@1']));
afterAll(() => rmSync(brought, { recursive: true, force: true }));

/** The project as somebody commits it: with the lock file that its manager makes. */
async function locked({ files, packages, manager = 'npm' }: Project): Promise<Readonly<Record<string, string>>> {
  if (packages === undefined) return files;
  const folder = mkdtempSync(join(tmpdir(), 'drover-project-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { lock, add } = managers[manager];
    await run(manager, [...add, ...packages], { cwd: folder, env: { ...process.env, PATH: env.PATH } });
    const made = (path: string) => readFileSync(join(folder, path), 'utf8');
    return { ...files, 'package.json': made('package.json'), [lock]: made(lock) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const turns = ({ change }: Project) => [
  {
    when: { mode: 'analysis' },
    do: [
      {
        report: {
          ...(report('behaviour').report as object),
          criteria: [{ text: 'seven is doubled to fourteen', verify: null, files: [], kind: 'behaviour' }],
        },
      },
    ],
  },
  {
    when: { mode: 'write' },
    do: [
      ...Object.entries(change).map(([path, text]) => ({ write: { path, text } })),
      { say: 'Numbers are doubled now.' },
    ],
  },
];

describe.each(projects)('WT-36 a project with $name', (project) => {
  it('is proven, with its own set-up and gates', needs('bwrap', ...(project.needs ?? [])), async () => {
    const world = await openWorld({
      project: await locked(project),
      script: { turns: turns(project) },
      env,
    });
    try {
      const task = await world.start('Seven is doubled wrongly');
      const seen = await world.until(
        () => world.show(task),
        (detail) => detail.outcome !== null || detail.open_questions.length > 0,
        600_000,
      );
      const { evidence } = await world.must<TaskEvidence>(['task', 'evidence', task]);
      const told = { questions: seen.open_questions.map(({ kind, text }) => `${kind}: ${text}`), gates: seen.gates };
      expect(told.questions, JSON.stringify(told, null, 1)).toEqual([]);
      expect(seen.outcome, JSON.stringify(told, null, 1)).toBe('released');
      expect(seen.gates.find(({ gate }) => gate === 'red-first')).toMatchObject({ verdict: 'passed' });
      expect(evidence.some(({ gate, verdict }) => gate === 'test' && verdict === 'passed')).toBe(true);
    } finally {
      await world.close();
    }
  });
});

afterAll(async () => {
  if (process.env.WRITE_PROJECTS !== '1') return;
  const text = readFileSync(page, 'utf8');
  const rows = [...tableHead, ...(await Promise.all(projects.map(rowOf)))].join('\n');
  writeFileSync(page, text.replace(/\| project \|[\s\S]*?\n\n/, `${rows}\n\n`));
});
