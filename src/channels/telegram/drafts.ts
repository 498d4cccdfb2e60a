// A task as it was said in a chat, until it is confirmed there: once, with all that it comes with.
import { isAnswer, isAssent, isRefusal } from '../../domain/question/words-of-answers.ts';
import { matchEnvironment } from '../../domain/task/phases/match-environment.ts';
import { attachmentLimit, cleanName } from '../../domain/task/settings/attachments.ts';
import { type Acting, type Known, type Outcome, request } from './acting.ts';
import type { Delivered, Keys } from './api/client.ts';
import { tokenFrom } from './api/token.ts';
import { type Draft, type FileRef, get, list, placeOf, put, type Said } from './kept.ts';
import { knownUser } from './known-user.ts';
import { mustArrive, reply } from './reply.ts';
import { shorten } from './text/split.ts';
import { sayProbe } from './text/summaries.ts';
import { textsOf } from './text/texts.ts';
import { namedIn, workspacesIn } from './updates/understand.ts';

const mostChoices = 8;
/** What is sent so soon after it belongs to it. */
const togetherMs = 10 * 60_000;
/** What was stated before that is not brought up again. */
const anewMs = 24 * 60 * 60_000;

/** `key`: of the update, so that the same words make one draft however often they are acted upon. */
export async function stateDraft(acting: Acting, user: Known, said: Said, key: string, text: string): Promise<void> {
  const texts = textsOf(user.language);
  const files = said.files.filter(({ bytes }) => bytes <= attachmentLimit);
  for (const { name, bytes } of said.files)
    if (bytes > attachmentLimit) await reply(acting, said.chat, texts.tooLarge(name));
  if (text === '' && files.length === 0) return;
  const before = await draftBefore(acting, user, said, text, files);
  if (before !== null) return addFiles(acting, user, before, files, said.forwarded);
  const known = await workspacesOf(acting, user);
  if (known.length === 0) return reply(acting, said.chat, texts.noWorkspace);
  const draft = await drafted(acting, user, said, { text, files, known });
  await acting.store.transact(async (tx) => {
    if ((await get(tx, 'draft', key)) === null) await put(tx, 'draft', key, acting.clock.now(), draft);
  });
  await showDraft(acting, user, key);
}

/** Files without words go with what was said just before; those of one message stay together. */
async function draftBefore({ store, clock }: Acting, user: Known, said: Said, text: string, files: readonly FileRef[]) {
  if (files.length === 0 || text !== '') return null;
  const since = clock.now() - togetherMs;
  const drafts = await store.read((reads) => list(reads, 'draft'));
  return (
    drafts.findLast(
      ({ at, body }) =>
        body.state.kind === 'open' &&
        body.user === user.id &&
        body.chat === said.chat &&
        at >= since &&
        (said.album === null ? body.album === null : body.album === said.album),
    )?.key ?? null
  );
}

async function addFiles(
  acting: Acting,
  { language }: Known,
  key: string,
  files: readonly FileRef[],
  forwarded: boolean,
): Promise<void> {
  const { store, clock } = acting;
  const draft = await store.transact(async (tx) => {
    const found = await get(tx, 'draft', key);
    if (found === null) return null;
    const more = files.filter(({ id }) => !found.files.some((each) => each.id === id));
    const grown = { ...found, files: [...found.files, ...more], ...(forwarded && { forwarded: true as const }) };
    await put(tx, 'draft', key, clock.now(), grown);
    return grown;
  });
  if (draft !== null) await reply(acting, draft.chat, textsOf(language).fileAdded(draft.files.length));
}

async function workspacesOf(acting: Acting, user: Known): Promise<readonly string[]> {
  const reply = await request<{ workspaces: readonly { name: string }[] }>(acting, user, 'workspace.list', {});
  return reply.ok ? reply.data.workspaces.map(({ name }) => name) : [];
}

type DraftOf = { readonly text: string; readonly files: readonly FileRef[]; readonly known: readonly string[] };

async function drafted(acting: Acting, user: Known, said: Said, { text, files, known }: DraftOf): Promise<Draft> {
  const fitting = workspacesIn(text, known);
  const workspace = fitting.length === 1 ? (fitting[0] ?? null) : null;
  const env = workspace === null ? null : await environmentIn(acting, text, workspace);
  // Words of somebody else are asked about again, with all that is known then.
  const seen = workspace === null || said.forwarded ? null : await acting.lookAt(workspace);
  return {
    user: user.id,
    chat: said.chat,
    text,
    workspace,
    env,
    files,
    album: said.album,
    message: null,
    workspaces: (fitting.length > 1 ? fitting : known).slice(0, mostChoices),
    ...(said.forwarded && { forwarded: true as const }),
    seen: seen === null ? null : { ...seen, env },
    state: { kind: 'open' },
  };
}

/** None where several fit: that is asked when the task begins. */
async function environmentIn({ config }: Acting, text: string, workspace: string): Promise<string | null> {
  const read = await config.read();
  if (!read.ok) return null;
  const all = config.environmentsOf(read.value, workspace).map(({ name, entry }) => ({ name, tier: entry.tier }));
  const matched = matchEnvironment(text, workspace, all);
  return matched.kind === 'one' ? matched.env.name : null;
}

/** Shown again where it is not known whether it arrived; the older one's buttons are as good. */
export async function showDraft(acting: Acting, user: Known, key: string): Promise<void> {
  const { store, clock, client, ids } = acting;
  const texts = textsOf(user.language);
  const draft = await store.read((reads) => get(reads, 'draft', key));
  if (draft === null || draft.state.kind !== 'open' || draft.message !== null) return;
  const remember = ({ id: message, at: arrived }: Delivered) =>
    store.transact(async (tx) => {
      await put(tx, 'draft', key, clock.now(), { ...draft, message, arrived });
      await put(tx, 'subject', `${draft.chat}/${message}`, clock.now(), { draft: key });
    });
  if (draft.text === '') {
    const asked = await client.send(draft.chat, texts.aboutWhat, { forceReply: true });
    mustArrive(asked);
    if (asked.ok) await remember(asked.value);
    return;
  }
  const token = tokenFrom(ids.secret());
  const choices = draft.workspace === null ? [...draft.workspaces.map((each) => `in ${each}`), 'no'] : ['yes', 'no'];
  await store.transact((tx) =>
    put(tx, 'button', token, clock.now(), { user: user.id, of: { kind: 'draft', draft: key }, choices, used: null }),
  );
  const labels = draft.workspace === null ? [...draft.workspaces, texts.no] : [texts.yes, texts.no];
  const keys = labels.map((text, index) => ({ text, data: `${token}:${index}` }));
  const rows = draft.workspace === null ? keys.map((each) => [each]) : [keys];
  const sent = await client.send(draft.chat, sayDraft(user, draft), { keys: rows });
  mustArrive(sent);
  if (!sent.ok) return;
  await remember(sent.value);
  // Nobody waits for it: what is looked at may be far away.
  if (draft.env !== null && draft.forwarded !== true)
    void showLook(acting, user, key, rows).catch((error) =>
      acting.log.warn('a look was not shown', { why: String(error) }),
    );
}

/** Those that nobody has before them: another bot's, or cut off before they were sent. */
export async function showDraftsAnew(acting: Acting): Promise<void> {
  const { store, clock } = acting;
  for (const { key, at, body } of await store.read((reads) => list(reads, 'draft'))) {
    if (body.state.kind !== 'open' || body.message !== null || clock.now() - at > anewMs) continue;
    const user = await knownUser(acting, body.user);
    if (user?.right === 'act') await showDraft(acting, user, key);
  }
}

/** What the environment shows now, in the message that asks: where it comes too late it is not shown. */
async function showLook(acting: Acting, user: Known, key: string, keys: Keys): Promise<void> {
  const { store, client } = acting;
  const asked = await store.read((reads) => get(reads, 'draft', key));
  const looked = await request<Parameters<typeof sayProbe>[0]>(acting, user, 'env.probe', { env: asked?.env });
  const draft = await store.read((reads) => get(reads, 'draft', key));
  if (draft?.state.kind !== 'open' || draft.message === null) return;
  const seen = looked.ok ? sayProbe(looked.data) : textsOf(user.language).notSeen(draft.env ?? '', looked);
  await client.edit(draft.chat, draft.message, `${sayDraft(user, draft)}\n\n${shorten(seen, 1200)}`, { keys });
}

function sayDraft({ language }: Known, { text, workspace, env, files, seen, forwarded }: Draft): string {
  const texts = textsOf(language);
  const lines = [
    workspace === null ? texts.whichWorkspace : texts.start(workspace, env),
    `“${shorten(text, 1500)}”`,
    ...(forwarded === true ? [texts.forwarded] : []),
    ...(seen === null ? [] : [texts.from(seen.branch)]),
    ...(seen === null || seen.dirty.length === 0
      ? []
      : [texts.dirty(seen.dirty.length, shorten(seen.dirty.join(', '), 300))]),
    ...(seen?.unconfined ? [texts.unconfined] : []),
    ...(files.length === 0 ? [] : [texts.withFiles(files.length)]),
  ];
  return lines.join('\n');
}

/** What is said in a reply to it: yes, no, where; else more words of it. Files that came first get their words. False: it is nothing of this draft. */
export async function sayOfDraft(
  acting: Acting,
  user: Known,
  said: Said,
  key: string,
  update: string,
): Promise<boolean> {
  const draft = await acting.store.read((reads) => get(reads, 'draft', key));
  if (draft === null || draft.user !== user.id) return false;
  if (draft.state.kind !== 'open') {
    if (isAnswer(said.text)) await reply(acting, said.chat, textsOf(user.language).overAlready);
    return isAnswer(said.text);
  }
  if (draft.text !== '') {
    if (choiceOfDraft(draft, said.text) === null) await growDraft(acting, user, said, { key, draft }, update);
    else await actOnDraft(acting, user, said, { key, draft });
    return true;
  }
  const known = await workspacesOf(acting, user);
  const whole = await drafted(acting, user, said, { text: said.text, files: [...draft.files, ...said.files], known });
  await acting.store.transact((tx) => put(tx, 'draft', key, acting.clock.now(), whole));
  await showDraft(acting, user, key);
  return true;
}

/** Further words of it: what was shown is worth nothing any more, and the whole is shown anew. `update`: under which it is kept, so that the same words count once. */
async function growDraft(
  acting: Acting,
  user: Known,
  said: Said,
  { key, draft }: { readonly key: string; readonly draft: Draft },
  update: string,
): Promise<void> {
  const { store, clock, client } = acting;
  const texts = textsOf(user.language);
  const text = [draft.text, said.text.trim()].filter((part) => part !== '').join('\n');
  const files = [...draft.files, ...said.files.filter(({ bytes }) => bytes <= attachmentLimit)];
  for (const { name, bytes } of said.files)
    if (bytes > attachmentLimit) await reply(acting, said.chat, texts.tooLarge(name));
  const known = await workspacesOf(acting, user);
  const whole = await drafted(acting, user, { ...said, forwarded: draft.forwarded === true }, { text, files, known });
  await store.transact(async (tx) => {
    if ((await get(tx, 'draft', update)) !== null) return;
    await put(tx, 'draft', update, clock.now(), whole);
    await put(tx, 'draft', key, clock.now(), { ...draft, state: { kind: 'dropped' } });
  });
  if (draft.message !== null)
    await client.edit(draft.chat, draft.message, `${texts.grown}\n“${shorten(draft.text, 1500)}”`, { keys: [] });
  await showDraft(acting, user, update);
}

/** `which`: yes, and it is not known where. Null: these words are no answer to it. */
export function choiceOfDraft({ workspace, workspaces }: Draft, text: string): string | null {
  if (isRefusal(text)) return 'no';
  if (workspace !== null) return isAssent(text) ? 'yes' : null;
  const named = workspaces.find((each) => each.toLowerCase() === text.trim().toLowerCase());
  if (named !== undefined) return `in ${named}`;
  return isAssent(text) ? 'which' : null;
}

export async function actOnDraft(
  acting: Acting,
  user: Known,
  { chat, text }: Said,
  { key, draft }: { readonly key: string; readonly draft: Draft },
): Promise<void> {
  const choice = choiceOfDraft(draft, text);
  if (choice === null || choice === 'which') return reply(acting, chat, textsOf(user.language).whichWorkspace);
  const { said, used } = await (choice === 'no' ? dropDraft(acting, user, key) : startDraft(acting, user, key, choice));
  if (used !== null) await reply(acting, chat, said);
}

/** A workspace by its name, and none of these. */
export const namesElsewhere = async (
  acting: Acting,
  user: Known,
  text: string,
  these: readonly string[],
): Promise<boolean> => namedIn(text, await workspacesOf(acting, user)).some((name) => !these.includes(name));

export async function dropDraft(acting: Acting, user: Known, key: string): Promise<Outcome> {
  const { store, clock, client } = acting;
  const texts = textsOf(user.language);
  const draft = await store.read((reads) => get(reads, 'draft', key));
  if (draft?.state.kind !== 'open') return { said: texts.overAlready, used: 'over' };
  await store.transact((tx) => put(tx, 'draft', key, clock.now(), { ...draft, state: { kind: 'dropped' } }));
  if (draft.message !== null)
    await client.edit(draft.chat, draft.message, `${texts.dropped}\n“${shorten(draft.text, 1500)}”`, { keys: [] });
  return { said: texts.dropped, used: 'no' };
}

/** The task is made once, whatever is cut off where; what was confirmed goes along. */
export async function startDraft(acting: Acting, user: Known, key: string, choice: string): Promise<Outcome> {
  const { store, clock, files } = acting;
  const texts = textsOf(user.language);
  const draft = await store.read((reads) => get(reads, 'draft', key));
  if (draft === null || draft.state.kind === 'dropped') return { said: texts.overAlready, used: 'over' };
  if (draft.state.kind === 'made') return { said: texts.starts(draft.state.task), used: choice };
  const workspace = draft.workspace ?? choice.replace(/^in /, '');
  const env = draft.workspace === null ? await environmentIn(acting, draft.text, workspace) : draft.env;
  const fetched = await fetchAll(acting, key, draft.files);
  if (!fetched.ok)
    return refused(acting, draft, texts.failed({ ...fetched.failure, error: fetched.failure.message, hint: '' }));
  const made = await request<{ readonly task: string }>(acting, user, 'task.create', {
    text: draft.text,
    cwd: '/',
    workspace,
    inferred: true,
    once: `draft-${key}`,
    ...(env !== null && { env }),
    ...(draft.seen !== null && { confirmed: draft.seen }),
    ...(draft.forwarded === true && { strangers: true }),
    ...(fetched.value.length > 0 && { attachments: fetched.value }),
  });
  await files.remove(folderOf(key));
  if (!made.ok) return refused(acting, draft, texts.failed(made));
  const { task } = made.data;
  await store.transact((tx) => keepMade(tx, clock.now(), { ...draft, state: { kind: 'made', task } }, key, task));
  return { said: texts.starts(task), used: choice };
}

/** A tap shows little of it. */
async function refused(acting: Acting, { chat }: Draft, said: string): Promise<Outcome> {
  await reply(acting, chat, said);
  return { said: shorten(said, 190), used: null };
}

/** The message that asked becomes the one that tells how it goes. */
async function keepMade(
  tx: Parameters<typeof put>[0],
  at: Parameters<typeof put>[3],
  draft: Draft,
  key: string,
  task: string,
) {
  const { chat, user, message } = draft;
  await put(tx, 'draft', key, at, draft);
  await put(tx, 'task', task, at, { chat, user });
  if (message === null) return;
  await put(tx, 'subject', `${chat}/${message}`, at, { task });
  await put(tx, 'message', `note/${task}/${placeOf(chat, user)}`, at, {
    chat,
    user,
    state: 'shown',
    sent: [message],
    buttons: null,
    told: at,
    again: 0,
    text: '',
  });
}

const folderOf = (key: string): string => `telegram/${key}`;

async function fetchAll({ client, files }: Acting, key: string, refs: readonly FileRef[]) {
  const paths: string[] = [];
  const names: string[] = [];
  for (const { id, name } of refs) {
    const got = await client.download(id, attachmentLimit);
    if (!got.ok) return got;
    const clean = cleanName(name, names);
    names.push(clean);
    paths.push(await files.write(`${folderOf(key)}/${clean}`, got.value));
  }
  return { ok: true, value: paths } as const;
}
