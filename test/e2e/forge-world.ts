// A world whose remote is a repository on a forge: branches over http to a real one, the API a fake one that follows it.
import { execFileSync } from 'node:child_process';
import type { TaskDetail } from '../../src/contract/task.ts';
import type { FakeForge } from '../fakes/forges/github.ts';
import type { Held, Hub } from '../fakes/forges/hub.ts';
import { type ForgeName, startForge } from '../fakes/forges/start-forge.ts';
import { shopProject } from './shop-project.ts';
import { openWorld, type World } from './world.ts';

export type ForgeOptions = {
  readonly hub?: Partial<Hub>;
  readonly env?: Record<string, string>;
  readonly token?: string;
  readonly script?: unknown;
  /** What else stands in the forge's entry. */
  readonly entry?: string;
  /** Lines of the workspace's entry. */
  readonly workspace?: string;
};

export type ForgeWorld = {
  readonly world: World;
  readonly forge: FakeForge;
  readonly bare: string;
  /** Other lines of the workspace's entry, for tasks from now on. */
  configure(workspace: string): void;
};

const template = '# Description\n<!-- what? -->\n\n# Rules\n- [ ] read\n';

/** The checkout's remote is `acme/shop` of a host that the configuration calls a forge. */
export async function openForgeWorld(
  name: ForgeName,
  { hub = {}, env = {}, token, script, entry = '', workspace = '' }: ForgeOptions = {},
): Promise<ForgeWorld> {
  const forge = await startForge(name, hub);
  const world = await openWorld({
    project: { ...shopProject, '.github/pull_request_template.md': template },
    remote: 'acme/shop',
    env: { SHOP_TOKEN: token ?? forge.hub.token, ...env },
    ...(script === undefined ? {} : { script }),
  });
  const bare = world.remote.pathOf('acme/shop');
  forge.hub.commitOf = (branch) => commitIn(bare, branch);
  const configure = (lines: string) =>
    world.setConfig(`policy: hands-off
forges:
  "${new URL(world.remote.url).host}": { kind: ${name}, api: ${forge.api.url}, token_env: SHOP_TOKEN${entry} }
workspaces:
  shop:
    path: ${world.checkout}
    pull_request: { draft: true, labels: [drover], reviewers: [grace], co_author: "Drover <drover@example.com>" }
${lines}`);
  configure(workspace);
  return { world, forge, bare, configure };
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

/** The task rests beside its open pull request, having looked at its very head. */
export const watched = ({ world, forge }: Pick<ForgeWorld, 'world' | 'forge'>, task: string): Promise<TaskDetail> =>
  world.until(
    () => world.show(task),
    ({ phase, state }) =>
      phase === 'review' && forge.hub.pulls.length > 0 && state.startsWith('watches the pull request:'),
  );

/** Does not wait for the next time: a person asks for a look. */
export async function lookNow({ world, forge }: Pick<ForgeWorld, 'world' | 'forge'>, task: string): Promise<void> {
  const looks = () =>
    forge.api.calls.filter(({ method, path }) => method === 'GET' && /(pulls|merge_requests)\/\d+$/.test(path)).length;
  const before = looks();
  await world.must(['task', 'retry', task]);
  await world.until(
    async () => looks(),
    (count) => count > before,
  );
}

/** A person merges the open pull request on the forge, and the task notices. */
export async function mergeByPerson(
  place: Pick<ForgeWorld, 'world' | 'forge'>,
  task: string,
  commit?: string,
): Promise<TaskDetail> {
  await watched(place, task);
  const open = place.forge.hub.pulls.find(({ state }) => state === 'open') as Held;
  Object.assign(open, { state: 'merged', ...(commit === undefined ? {} : { merged: commit }) });
  await lookNow(place, task);
  return place.world.ended(task);
}
