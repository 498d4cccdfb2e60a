// PC-14: real programs tell each edit by a hook of their start, wait for what the tests near it say, and give it to their model at once.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { watchFolder } from '../../src/daemon/system/watch-folder.ts';
import { pathInCopy } from '../../src/domain/edit/path-in-copy.ts';
import { ok } from '../../src/domain/error.ts';
import { runId } from '../../src/domain/ids.ts';
import type { Driver } from '../../src/ports/agent.ts';
import { askIds } from '../../src/ports/edits.ts';
import { openAcpStage } from '../agents/acp-stage.ts';
import { isPass } from '../agents/kept-short.ts';
import { createKeeperFake } from '../fakes/keeper.ts';
import type { Play } from '../fakes/model-server/play.ts';

type Name = Parameters<typeof openAcpStage>[0];

const folders: string[] = [];
const stages: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of stages.splice(0)) await each.close();
  for (const each of folders.splice(0)) rmSync(each, { recursive: true, force: true, maxRetries: 5 });
});

/** Answers as the daemon would; null: nobody does. */
async function answerAll(folder: string, words: string | null, told: string[][], signal: AbortSignal): Promise<void> {
  for await (const _ of watchFolder(join(folder, 'asked'), signal))
    for (const name of readdirSync(join(folder, 'asked')).filter((each) => askIds.test(each))) {
      told.push(JSON.parse(readFileSync(join(folder, 'asked', name), 'utf8')).paths);
      rmSync(join(folder, 'asked', name));
      if (words !== null) writeFileSync(join(folder, 'told', name), JSON.stringify({ words }));
    }
}

async function turn(name: Name, driver: Driver, edit: Play, words: string | null) {
  const stage = await openAcpStage(name, driver);
  const folder = realpathSync(mkdtempSync(join(process.env.HOME ?? '', 'edits-')));
  folders.push(folder);
  const place = { home: join(folder, 'home'), copy: join(folder, 'copy') };
  const edits = join(folder, 'edits');
  for (const each of [...Object.values(place), join(folder, 'own'), edits, join(edits, 'asked'), join(edits, 'told')])
    mkdirSync(each);
  writeFileSync(join(place.copy, 'sum.js'), 'export const sum = 0;\n');
  execFileSync('git', ['init', '-q'], { cwd: place.copy });
  writeFileSync(join(folder, 'prompt'), 'Please edit.');
  await stage.play([{ prompt: /edit/, say: 'Done.' }], place);
  const here = JSON.parse(JSON.stringify(edit).replaceAll(copyMark, place.copy)) as Play;
  stage.model.play([{ when: { user: /Please edit/ }, ...here, times: 1 }, { say: 'Done.' }]);
  const keeper = createKeeperFake(join(folder, 'k'));
  stages.push(stage, keeper);
  const over = new AbortController();
  const told: string[][] = [];
  const answering = answerAll(edits, words, told, over.signal);
  const started = await stage.agent.start(keeper, {
    ...{ runId: runId(1), cwd: place.copy, promptFile: join(folder, 'prompt'), mode: 'write', resume: null },
    ...{
      conversation: '7d1f3a52-0c4e-4a52-9d65-2f5f3f1c9a01',
      model: models[name] ?? null,
      permissions: 'auto',
      once: true,
    },
    ...{ fork: false, effort: null, args: [], columns: 120, rows: 40, folder: join(folder, 'own'), turns: 20 },
    ...{ deadlineMs: 240_000, quietMs: null, env: stage.env(place, { login: true }) },
    usageBefore: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 },
    edits: { folder: edits, takenMs: words === null ? 1_000 : 60_000, waitMs: 30_000 },
    confine: async (program) => ok(program),
  });
  if (!started.ok) throw new Error(started.failure.message);
  const events = [];
  for await (const event of stage.agent.events(keeper, started.value, new AbortController().signal)) events.push(event);
  over.abort();
  await answering;
  return {
    told: told.map((paths) => paths.map((path) => pathInCopy(place.copy, path))),
    later: stage.model.bodies.slice(1).join('\n'),
    outcome: events.findLast((event) => event.kind === 'turn_ended')?.outcome,
    copy: place.copy,
    can: stage.agent.capabilities.edits,
  };
}

/** It has its tool for patches with models that it knows. */
const models: Readonly<Record<string, string>> = { codex: 'gpt-5.5' };

/** Stands for the copy, where a tool wants a whole path. */
const copyMark = '(copy)';
const call = (name: string, input: Record<string, string>): Play => ({ call: { name, input } });

const patch = '*** Begin Patch\n*** Add File: made.js\n+export const made = 1;\n*** End Patch\n';

const ways: readonly (readonly [Name, Driver, Play])[] = [
  ['claude', 'native', call('Write', { file_path: 'made.js', content: 'export {};\n' })],
  ['codex', 'native', call('apply_patch', { freeform: patch })],
  ['qwen', 'acp', call('write_file', { file_path: `${copyMark}/made.js`, content: 'export {};\n' })],
  ['opencode', 'acp', call('write', { filePath: 'made.js', content: 'export {};\n' })],
  ['pi', 'plain', call('write', { path: 'made.js', content: 'export {};\n' })],
];

describe.each(ways)('%s over %s', (name, driver, edit) => {
  it('PC-14 tells an edit, and its model is told at once what the tests say', async () => {
    const { told, later, outcome, can } = await turn(
      name,
      driver,
      edit,
      'Drover ran the tests: the word is rainbow-7.',
    );
    expect({ told, outcome, can }).toEqual({
      told: [['made.js']],
      outcome: { kind: 'answered', text: 'Done.' },
      can: true,
    });
    expect(later).toContain('rainbow-7');
  });
});

/** In one pass of all agents the program of hooks, which is the same for all, is looked at once. */
const looked = isPass ? ways.slice(0, 1) : ways;

describe.each(looked)('%s over %s', (name, driver, edit) => {
  it('goes on when nobody answers', async () => {
    const { told, outcome } = await turn(name, driver, edit, null);
    expect({ told, outcome }).toEqual({ told: [['made.js']], outcome: { kind: 'answered', text: 'Done.' } });
  });
});
