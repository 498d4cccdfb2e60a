// A task beside its open pull request on a fake forge, and what its agent does when it is told of a check, of comments, of a conflict.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoScript } from '../../src/local/demo-script.ts';
import type { ForgeName } from '../fakes/forges/start-forge.ts';
import { type ForgeOptions, openForgeWorld, watched } from './forge-world.ts';

export type PullStory = Awaited<ReturnType<typeof openPullStory>>;

const write = (path: string, text: string) => ({ write: { path, text } });
/** Besides the demo's own turns. */
const script = {
  turns: [
    demoScript.turns[0],
    {
      when: { mode: 'write', prompt: 'The check build fails' },
      do: [write('docs/build.md', 'How it is built.\n'), { say: 'The build has its page.' }],
    },
    {
      when: { mode: 'write', prompt: 'Reviewers of the pull request' },
      do: [write('docs/why.md', 'Sixty thousand, for minutes.\n'), { say: 'It says why.' }],
    },
    {
      when: { mode: 'write', prompt: 'was merged in, and these files conflict' },
      do: [write('README.md', 'Both sides.\n'), { say: 'Both are kept.' }],
    },
    {
      when: { mode: 'write', prompt: 'A person asks for this on the branch' },
      do: [write('docs/asked.md', 'As asked.\n'), { say: 'Done.' }],
    },
    { when: { mode: 'write' }, do: [write('README.md', 'heartbeat, in minutes\n'), ...demoScript.turns[1].do] },
  ],
};

export async function openPullStory(name: ForgeName = 'github', options: ForgeOptions = {}) {
  const place = await openForgeWorld(name, { script, ...options });
  const { world, forge } = place;
  const { hub } = forge;
  const branchOf = () => hub.pulls.find(({ state }) => state === 'open')?.branch ?? '';
  const head = async () => (await world.remoteBranch(branchOf())) ?? '';
  return {
    ...{ ...place, place, hub, branchOf, head },
    /** A task that rests beside its pull request. */
    begin: async (...flags: string[]): Promise<string> => {
      const task = await world.start('Too early.', ...flags);
      await watched(place, task);
      return task;
    },
    remoteGit: async (...args: string[]) => {
      await world.git('fetch', '--quiet', 'origin');
      return world.git(...args);
    },
    promptsOf: () =>
      readFileSync(join(world.folder, 'agent', 'log'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => Buffer.from((JSON.parse(line) as { base64: string }).base64, 'base64').toString()),
    /** The branch has another head than this one, and the task has seen it. */
    moved: async (task: string, from: string): Promise<string> => {
      await world.until(head, (at) => at !== from && at !== '');
      await watched(place, task);
      return head();
    },
    close: async () => {
      await world.close();
      await forge.api.close();
    },
  };
}
