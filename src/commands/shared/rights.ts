// Rights of several people, judged here for every door: what a request is about, and whether this person may do that.
import { requests } from '../../contract/cli/requests.ts';
import type { CommandName } from '../../contract/commands.ts';
import { needsPerson } from '../../contract/person.ts';
import { ifKind } from '../../domain/any-thing.ts';
import { Failed, type Failure, failed } from '../../domain/error.ts';
import type { ThingId } from '../../domain/ids.ts';
import {
  type Act,
  type Known,
  mayNot,
  type People,
  type Rights,
  type Tier,
  whoIs,
  whoMay,
} from '../../domain/people/people.ts';
import type { Question, QuestionKind } from '../../domain/question/question.ts';
import { choiceMeant } from '../../domain/question/words-of-answers.ts';
import { ifRoot, type Root } from '../../domain/root.ts';
import { environmentOf } from '../../domain/task/environment.ts';
import type { TaskSpec } from '../../domain/task/task.ts';
import type { PersonConfig } from '../../ports/config.ts';
import type { Reads } from '../../ports/store.ts';
import { findChain } from '../chain/chain.ts';
import type { Asker, CommandPorts, Peer } from '../ports.ts';
import { findQuestion } from '../question/find.ts';
import { chooseEnvironment, type WantedEnvironment } from '../task/choose-environment.ts';
import { findTask, findTaskHere } from '../task/find.ts';
import { findOrSee, registeredAt } from '../workspace/find.ts';

type Given = Readonly<Record<string, unknown>>;
type Person = Extract<Asker, { kind: 'person' }>;

/** Whether it changes something, or looks at what is kept from agents. A step that is taken makes a task. */
const isAct = (name: CommandName, input: unknown): boolean =>
  needsPerson(name, input) ||
  requests[name].once !== undefined ||
  requests[name].identified === true ||
  name === 'step.take';

/** Everything is stopped by whoever may do anything. */
const isPanic = (name: CommandName, input: Given, rights: Rights): boolean =>
  name === 'session.stop' && input.all === true && rights !== 'look';

/** The peer under the name that the person has here. Throws `NOT_ALLOWED`, or that the request's object is not there. */
export async function mustHaveRight(ports: CommandPorts, name: CommandName, input: unknown, peer: Peer): Promise<Peer> {
  const { person } = peer;
  if (person.kind !== 'person' || !isAct(name, input)) return peer;
  const read = await ports.config.read();
  // Whoever works at the terminal mends it.
  if (!read.ok && peer.channel === 'terminal') return peer;
  if (!read.ok) throw new Failed(read.failure);
  const { people = {} } = read.value;
  const known = whoIs(people, { channel: peer.channel, ...person });
  const rights = (await looksOnly(ports, peer, person)) ? 'look' : known.rights;
  const given = (input ?? {}) as Given;
  if (rights !== null && !isPanic(name, given, rights)) {
    const act = await actOf(ports, read.value, name, given, peer);
    const refused = refusalOf(people, { ...known, rights }, act, person);
    if (refused !== null) throw refused;
  }
  return { ...peer, person: { ...person, name: known.name } };
}

/** Of what a person does in a browser that is no request: why not; null: they may. */
export async function whyNot(
  { config }: { readonly config: Pick<CommandPorts['config'], 'read'> },
  act: BrowserAct,
  person: Asker,
): Promise<Failure | null> {
  if (person.kind !== 'person') return failed('UNAUTHORIZED', `Only a person may do this, and ${person.why}.`).failure;
  const read = await config.read();
  if (!read.ok) return read.failure;
  const { people = {} } = read.value;
  const known = whoIs(people, { channel: 'web', ...person });
  return refusalOf(people, known, browserActs[act], person)?.failure ?? null;
}

/** Whoever asks, as they are called here. */
export async function underOwnName(
  { config }: { readonly config: Pick<CommandPorts['config'], 'read'> },
  peer: Peer,
): Promise<Peer> {
  const { person, channel } = peer;
  if (person.kind !== 'person') return peer;
  const read = await config.read();
  if (!read.ok) return peer;
  return { ...peer, person: { ...person, name: whoIs(read.value.people ?? {}, { channel, ...person }).name } };
}

/** A chat user who was paired to look. */
async function looksOnly({ store }: CommandPorts, { channel }: Peer, { id }: Person): Promise<boolean> {
  if (channel !== 'telegram' || id === undefined) return false;
  const row = await store.read((reads) => reads.channelRow('telegram', 'user', id));
  return (row?.body as { readonly right?: string } | undefined)?.right === 'look';
}

/** `NOT_ALLOWED`, with who may; null: they may. */
function refusalOf(people: People, known: Known, act: Act, person: Person): Failed | null {
  const why = mayNot(known.rights, act);
  if (why === null) return null;
  const may = whoMay(people, act) ?? 'only whoever works at the terminal of this machine';
  const entry = person.id === undefined ? 'an entry' : `\`telegram: ${person.id}\` in an entry`;
  const hint = `Nobody in \`people\` is this person: ${entry} there says who they are.`;
  return failed('NOT_ALLOWED', `${known.name} may not ${why}; ${may} may.`, known.listed ? {} : { hint });
}

// What a request is about.

const whole: Act = { whole: true, workspaces: [], tiers: [], answers: [] };

/** A file is for a task that is yet to be stated; a session is nobody's in particular. */
const browserActs = { bring: { ...whole, whole: false }, type: whole } as const satisfies Readonly<Record<string, Act>>;
export type BrowserAct = keyof typeof browserActs;

async function actOf(
  ports: CommandPorts,
  config: PersonConfig,
  name: CommandName,
  given: Given,
  peer: Peer,
): Promise<Act> {
  const [noun = ''] = name.split('.');
  const answers = answersOf(name, given);
  if (typeof given.question === 'string') return ofQuestion(ports, config, given.question, given.choice, peer);
  if (name === 'env.probe' || name === 'env.verify') return ofEnvironments(ports, config, [given.env, given.against]);
  if (!['task', 'chain', 'step', 'feature'].includes(noun)) return whole;
  const { chain } = given;
  if (typeof chain === 'string')
    return ports.store.read(async (reads) => ofThing(reads, await findChain(reads, chain), answers));
  if (name === 'task.create' || name === 'chain.create' || name === 'step.take')
    return ofNew(ports, config, given, peer, answers);
  const task = given.task as string | undefined;
  const cwd = typeof given.cwd === 'string' ? given.cwd : null;
  const act = await ports.store.read(async (reads) => {
    const here = cwd === null && task !== undefined ? findTask(reads, task) : findTaskHere(reads, task, cwd ?? '/');
    return ofThing(reads, await here, answers);
  });
  const asked = typeof given.env === 'string' ? [tierOf(config, given.env)] : [];
  return { ...act, tiers: [...act.tiers, ...asked] };
}

/** Questions that a flag answers on the way. */
function answersOf(name: CommandName, given: Given): readonly QuestionKind[] {
  const yes: unknown = given.yes;
  return [
    ...(Array.isArray(yes) ? (yes as QuestionKind[]) : []),
    ...(name === 'step.submit' && yes === true ? (['submit'] as const) : []),
    ...(given.override === true ? (['tests_failed'] as const) : []),
    ...(given.confirmed === undefined ? [] : (['proceed'] as const)),
    ...(given.budget === undefined ? [] : (['budget'] as const)),
  ];
}

const tierOf = ({ environments }: PersonConfig, name: string): Tier | null =>
  (Object.hasOwn(environments, name) ? environments[name]?.tier : null) ?? null;

async function ofQuestion(
  ports: CommandPorts,
  config: PersonConfig,
  given: string,
  choice: unknown,
  peer: Peer,
): Promise<Act> {
  const { question, root, act, folder } = await ports.store.read(async (reads) => {
    const found = await findQuestion(reads, given);
    const thing = await reads.thing(found.task);
    const about = ifRoot(thing);
    const act = about === null ? null : await ofThing(reads, about, [found.kind]);
    return { question: found, root: about, act, folder: ifKind(thing, 'session')?.spec.repository ?? null };
  });
  if (root !== null && act !== null) return chosenBy(ports, config, { act, root, question, choice }, peer);
  const workspace = folder === null ? null : await workspaceIn(ports, folder);
  return { whole: false, workspaces: [workspace], tiers: [], answers: [question.kind] };
}

type Chosen = {
  readonly act: Act;
  readonly root: Root;
  readonly question: Question;
  readonly choice: unknown;
};

/** With another workspace, or an environment, that is chosen with the answer. A task that goes elsewhere leaves where it was, and its words choose its environment anew. */
function chosenBy(ports: CommandPorts, config: PersonConfig, { act, root, question, choice }: Chosen, peer: Peer): Act {
  const chosen = typeof choice === 'string' ? (choiceMeant(question, choice)?.choice.id ?? '') : '';
  const [, what, name = ''] = /^(look|env|deployed|workspace)_(.+)$/.exec(chosen) ?? [];
  if (what === undefined) return act;
  if (what !== 'workspace') return { ...act, tiers: [...act.tiers, tierOf(config, name)] };
  const text = root.kind === 'task' ? root.spec.text : '';
  const tiers = tiersChosen(ports, config, { workspace: name, env: undefined, text }, peer);
  return { ...act, workspaces: [...act.workspaces, name], tiers: [...act.tiers, ...tiers] };
}

function tiersChosen(ports: CommandPorts, config: PersonConfig, wanted: WantedEnvironment, peer: Peer) {
  const { spec } = chooseEnvironment(ports.config, config, wanted, peer);
  return [...(spec.envs ?? []), ...(spec.env === undefined ? [] : [spec.env])].map((each) => tierOf(config, each));
}

async function ofEnvironments(
  { config: port }: CommandPorts,
  config: PersonConfig,
  given: readonly unknown[],
): Promise<Act> {
  const names = given.filter((each) => typeof each === 'string');
  const workspaces = names.map((name) =>
    Object.keys(config.workspaces).find((each) => port.environmentsOf(config, each).some((one) => one.name === name)),
  );
  return {
    whole: false,
    workspaces: workspaces.map((each) => each ?? null),
    tiers: names.map((name) => tierOf(config, name)),
    answers: [],
  };
}

/** A part has no environment of its own: what takes part in its whole takes part in it. */
async function ofThing(reads: Reads, root: Root, answers: readonly QuestionKind[]): Promise<Act> {
  const tiers: (Tier | null)[] = [];
  for (let at: Root | null = root; at?.kind === 'task'; ) {
    const env = environmentOf(at);
    if (env !== null) tiers.push(env.tier);
    const { part }: TaskSpec = at.spec;
    at = part === undefined ? null : ifRoot(await reads.thing(part.parent as ThingId));
  }
  return { whole: false, workspaces: [root.spec.settings.workspace.name], tiers, answers };
}

const workspaceIn = async (ports: CommandPorts, root: string): Promise<string | null> =>
  (await registeredAt(ports, root))[0]?.name ?? null;

/** What is not registered yet is nobody's whose workspaces are named. */
async function ofNew(
  ports: CommandPorts,
  config: PersonConfig,
  given: Given,
  peer: Peer,
  answers: readonly QuestionKind[],
): Promise<Act> {
  const text = typeof given.text === 'string' ? given.text : '';
  const wanted = { workspace: given.workspace as string | undefined, cwd: String(given.cwd), text };
  const { name } = await findOrSee(ports, wanted);
  const workspace = Object.hasOwn(config.workspaces, name) ? name : null;
  const env = given.env as string | undefined;
  const tiers = tiersChosen(ports, config, { workspace: name, env, text }, peer);
  return { whole: false, workspaces: [workspace], tiers, answers };
}
