// A whole Drover with everything a task can meet: a forge, an environment with a log, and a person who answers whatever is open.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { QuestionList, QuestionView } from '../../src/contract/question.ts';
import type { FakeForge } from '../fakes/forges/github.ts';
import { startForge } from '../fakes/forges/start-forge.ts';
import { alfred, alfredScript } from './alfred.ts';
import { mergePull } from './merge-pull.ts';
import { openWorld, type World } from './world.ts';

export type Story = Omit<World, 'log'> & {
  readonly forge: FakeForge;
  /** The repository behind the forge. */
  readonly bare: string;
  /** What the daemon wrote of late. */
  daemonLog(): string;
  /** What the program that runs there has written. */
  log(line: string): void;
  /** Merges every pull request that is open. */
  merge(): void;
  /** Answers what is open as this person would; what is asked of nobody here throws. A dead daemon is asked again. */
  answerAll(): Promise<void>;
};

export const trouble = "ERROR heartbeat: Task 'daily-report' skipped";

export async function openStory({
  env = {},
  config = '',
  script = alfredScript,
}: {
  env?: Record<string, string>;
  config?: string;
  script?: unknown;
} = {}): Promise<Story> {
  const forge = await startForge('github');
  const world = await openWorld({
    project: alfred,
    remote: 'acme/shop',
    script,
    env: { SHOP_TOKEN: forge.hub.token, ...env },
  });
  const bare = world.remote.pathOf('acme/shop');
  forge.hub.commitOf = (branch) => commitIn(bare, branch);
  const place = join(world.folder, 'prod');
  mkdirSync(join(place, 'logs'), { recursive: true });
  const log = (line: string) => appendFileSync(join(place, 'logs/daemon.log'), `${line}\n`);
  world.setConfig(`policy: normal
forges:
  "${new URL(world.remote.url).host}": { kind: github, api: ${forge.api.url}, token_env: SHOP_TOKEN }
workspaces:
  alfred: ${world.checkout}
environments:
  alfred-prod: { connect: ${place}, log: logs/daemon.log, verify: { soak: 1s } }
${config}`);
  log('2026-11-21 09:45:00 INFO started');
  log(`2026-11-21 09:45:10 ${trouble}`);
  const merge = () => {
    for (const pull of forge.hub.pulls) if (pull.state === 'open' && pull.base === 'main') mergePull(bare, pull);
  };
  const answerAll = async () => {
    const asked = await world.ask<QuestionList>(['answer']);
    if (!asked.ok) return;
    for (const question of asked.data.questions) await world.ask(['answer', question.id, ...answerTo(question)]);
  };
  return {
    ...world,
    ...{ forge, bare, daemonLog: world.log, log, merge, answerAll },
    close: async () => {
      await world.close();
      await forge.api.close();
    },
  };
}

function answerTo({ kind, text, choices }: QuestionView): readonly string[] {
  const has = (id: string) => choices.some((choice) => choice.id === id);
  switch (kind) {
    case 'proceed':
      return ['yes'];
    case 'plan':
      return [has('split') ? 'split' : 'go'];
    case 'next_feature':
      return [text.includes('Go on with F-2') ? 'skip' : 'continue'];
    case 'submit':
      return ['submit'];
    case 'deployed':
      return ['deployed'];
    case 'verified':
      return ['release'];
    default:
      throw new Error(`nobody answers this here: ${kind} ${text}`);
  }
}

function commitIn(repository: string, branch: string): string | null {
  try {
    return execFileSync('git', ['-C', repository, 'rev-parse', '--verify', '-q', `refs/heads/${branch}`])
      .toString()
      .trim();
  } catch {
    return null;
  }
}
