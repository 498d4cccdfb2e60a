// A task that belongs into another workspace: stated there anew in the transaction that records the answer, so that it is never in both or in none.
import { ifKind } from '../../domain/any-thing.ts';
import { choiceMeant } from '../../domain/question/words-of-answers.ts';
import { settingsFrom } from '../../domain/task/settings/freeze.ts';
import type { Settings } from '../../domain/task/settings/settings.ts';
import type { Task, TaskSpec } from '../../domain/task/task.ts';
import type { Transaction } from '../../ports/store.ts';
import type { CommandPorts, Peer } from '../ports.ts';
import { nameOf, unwrap } from '../shared/request.ts';
import { checkBase } from '../task/base-and-branch.ts';
import { chooseAgents } from '../task/choose-agents.ts';
import { chooseEnvironment } from '../task/choose-environment.ts';
import { insertTask, seenOf } from '../task/create.ts';
import { findWorkspace } from '../workspace/find.ts';
import { findQuestion } from './find.ts';

type Answer = { readonly question: string; readonly choice: string };

/** What makes the new task; null: the answer is another one. Throws as `task.create` does. */
export async function restateTask(
  ports: CommandPorts,
  answer: Answer,
  peer: Peer,
): Promise<((tx: Transaction) => Promise<Task>) | null> {
  const { question, task } = await ports.store.read(async (reads) => {
    const found = await findQuestion(reads, answer.question);
    return { question: found, task: ifKind(await reads.root(found.task), 'task') };
  });
  const chosen = choiceMeant(question, answer.choice)?.choice.id ?? '';
  if (question.kind !== 'proceed' || !chosen.startsWith('workspace_') || task === null) return null;
  const draft = await draftFor(ports, chosen.slice('workspace_'.length), task.spec, peer);
  return (tx) => insertTask(ports, tx, draft, ports.clock.now());
}

/** What the person stated and allowed goes along; what is of a workspace is the other one's. */
async function draftFor(
  ports: CommandPorts,
  name: string,
  { number: _number, env: _env, envs: _envs, branch: _branch, confirmed: _confirmed, seen: _seen, ...stated }: TaskSpec,
  peer: Peer,
): Promise<Omit<TaskSpec, 'number'>> {
  const config = unwrap(await ports.config.read());
  const { entry, path } = await findWorkspace(ports, { workspace: name, cwd: peer.cwd });
  const base = entry.base ?? null;
  const stands = unwrap(await ports.git.inspect(path));
  checkBase(stands, base);
  const place = chooseEnvironment(ports.config, config, { workspace: name, env: undefined, text: stated.text }, peer);
  const { roles } = await chooseAgents(ports, config, entry, onlyAgent(stated.settings));
  const known = ports.agents.names();
  const settings = unwrap(
    settingsFrom({
      ...config,
      name,
      path: entry.path,
      workspace: entry,
      roles,
      model: null,
      yes: [],
      known,
      env: ports.person.env(),
    }),
  );
  const { preset, policy, limits } = stated.settings;
  return {
    ...stated,
    ...place.spec,
    ...seenOf(stands, ports.clock.now()),
    branch: null,
    base,
    inferred: place.guessed,
    by: nameOf(peer),
    settings: { ...settings, ...place.settings, preset, policy, limits },
  };
}

/** As it is where one was named for all. */
function onlyAgent({ agents }: Settings): string | undefined {
  const [only, ...more] = new Set(Object.values(agents).flat());
  return more.length === 0 ? only : undefined;
}
