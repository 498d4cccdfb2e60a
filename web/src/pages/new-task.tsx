// A task is stated: the words first, all else is chosen by itself unless somebody wants it otherwise.
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ask, type Refused } from '../door/ask.ts';
import { RefusalNotice } from '../parts/notice.tsx';
import { readUploads, stillToBring, Uploads } from '../parts/uploads.tsx';
import { go, taskLink } from '../route.ts';
import { useReply } from '../state/asked.ts';
import { draft } from '../state/drafts.ts';
import { keyOf, noteArrival } from '../state/send-once.ts';
import { say } from '../words/words.ts';

/** Kept until the task is stated. */
const fields = ['text', 'workspace', 'env', 'agent', 'model', 'until', 'priority', 'base', 'branch', 'title'] as const;
const others = ['budget', 'issue', 'files', 'uploads', 'best_of'] as const;
type Name = (typeof fields)[number] | (typeof others)[number];
const field = (name: Name): Signal<string> => draft(`new.${name}`);

export function NewTaskPage() {
  const words = say();
  const workspaces = useReply('workspace.list', {}, 0).value;
  const environments = useReply('env.list', {}, 0).value;
  const agents = useReply('agents.list', {}, 0).value;
  const refused = useSignal<Refused | null>(null);
  const missing = useSignal<string | null>(null);
  const sending = useSignal(false);
  const names = workspaces?.ok ? workspaces.data.workspaces.map(({ name }) => name) : [];
  const found = agents?.ok ? agents.data.agents.filter((each) => each.found).map(({ name }) => name) : [];
  const [only] = names;
  if (names.length === 1 && only !== undefined && field('workspace').value === '') field('workspace').value = only;

  const send = async (event: Event) => {
    event.preventDefault();
    missing.value = whatIsMissing(words);
    if (missing.value !== null || sending.value) return;
    sending.value = true;
    const input = readInput();
    const reply = await ask('task.create', { ...input, once: keyOf('new', input) });
    sending.value = false;
    refused.value = reply.ok ? null : reply;
    if (!reply.ok) return;
    for (const name of [...fields, ...others]) field(name).value = '';
    noteArrival('new');
    go(taskLink(reply.data.task));
  };

  return (
    <form class="new-task" onSubmit={send}>
      <h1 tabIndex={-1}>{words.newTaskTitle}</h1>
      {workspaces?.ok && names.length === 0 ? (
        <p class="notice ask">
          {words.noWorkspace} <code>drover workspace add NAME .</code>
        </p>
      ) : null}
      <Field name="text" label={words.whatIsIt} hint={words.whatHint}>
        <Area name="text" rows={7} />
      </Field>
      <Uploads kept={field('uploads')} />
      <div class="fields">
        <Field name="workspace" label={words.where}>
          <Choice name="workspace" options={names.map((name) => [name, name])} none="–" />
        </Field>
        <Field name="env" label={words.environment}>
          <Choice
            name="env"
            options={(environments?.ok ? environments.data.environments : []).map(({ name, tier }) => [
              name,
              tier === null ? name : `${name} (${tier})`,
            ])}
            none={words.ofItself}
          />
        </Field>
        <Field name="agent" label={words.agent}>
          <Choice name="agent" options={found.map((name) => [name, name])} none={words.ofItself} />
        </Field>
      </div>
      <details class="section">
        <summary>{words.moreSettings}</summary>
        <div class="fields">
          <Field name="until" label={words.until}>
            <Choice
              name="until"
              options={(['analyze', 'plan', 'test'] as const).map((stop) => [stop, words.phases[stop]])}
              none={words.untilEnd}
            />
          </Field>
          <Field name="priority" label={words.priority}>
            <Choice
              name="priority"
              options={[
                ['high', words.priorities.high],
                ['low', words.priorities.low],
              ]}
              none={words.priorities.normal}
            />
          </Field>
          <Field name="model" label={words.model}>
            <Line name="model" />
          </Field>
          <Field name="base" label={words.baseBranch}>
            <Line name="base" />
          </Field>
          <Field name="branch" label={words.newBranch}>
            <Line name="branch" />
          </Field>
          <Field name="title" label={words.title}>
            <Line name="title" />
          </Field>
          <Field name="budget" label={words.budgetDollars}>
            <Line name="budget" kind="decimal" />
          </Field>
          <Field name="best_of" label={words.bestOf}>
            <Line name="best_of" kind="numeric" />
          </Field>
          <Field name="issue" label={words.issue}>
            <Line name="issue" />
          </Field>
        </div>
        <Field name="files" label={words.files} hint={words.filesHint}>
          <Area name="files" rows={2} />
        </Field>
      </details>
      {missing.value === null ? null : (
        <p class="notice ask" role="alert">
          <span aria-hidden="true">! </span>
          {missing.value}
        </p>
      )}
      {refused.value === null ? null : <RefusalNotice refused={refused.value} />}
      <div class="actions">
        <button class="primary" type="submit" disabled={sending.value}>
          {sending.value ? words.starting : words.start}
        </button>
      </div>
    </form>
  );
}

function whatIsMissing({ stateSomething, chooseWorkspace, notBrought }: ReturnType<typeof say>): string | null {
  if (field('text').value.trim() === '' && field('issue').value.trim() === '') return stateSomething;
  if (field('workspace').value === '') return chooseWorkspace;
  const files = stillToBring();
  return files === 0 ? null : notBrought(files);
}

function readInput(): object {
  const texts = [
    'workspace',
    'env',
    'agent',
    'model',
    'until',
    'priority',
    'base',
    'branch',
    'title',
    'issue',
  ] as const;
  const given = texts.map((name) => [name, field(name).value.trim()] as const).filter(([, text]) => text !== '');
  const named = field('files')
    .value.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const files = [...readUploads(field('uploads').value).map(({ path }) => path), ...named];
  const text = field('text').value;
  return {
    ...Object.fromEntries(given),
    ...(text.trim() !== '' && { text }),
    ...(files.length > 0 && { attachments: files }),
    ...numbers('budget'),
    ...numbers('best_of'),
  };
}

/** What is no number is said by the daemon, which knows what it must be. */
function numbers(name: 'budget' | 'best_of'): object {
  const text = field(name).value.trim();
  return text === '' ? {} : { [name]: Number.isNaN(Number(text)) ? text : Number(text) };
}

type FieldProps = {
  readonly name: Name;
  readonly label: string;
  readonly hint?: string;
  readonly children: ComponentChildren;
};
const Field = ({ name, label, hint, children }: FieldProps) => (
  <div class="field">
    <label for={`new-${name}`}>{label}</label>
    {children}
    {hint === undefined ? null : <small>{hint}</small>}
  </div>
);

const Area = ({ name, rows }: { readonly name: Name; readonly rows: number }) => (
  <textarea
    id={`new-${name}`}
    name={name}
    rows={rows}
    value={field(name).value}
    onInput={(event) => (field(name).value = event.currentTarget.value)}
  />
);

const Line = ({ name, kind = 'text' }: { readonly name: Name; readonly kind?: 'text' | 'decimal' | 'numeric' }) => (
  <input
    id={`new-${name}`}
    name={name}
    inputMode={kind}
    autocomplete="off"
    spellcheck={false}
    value={field(name).value}
    onInput={(event) => (field(name).value = event.currentTarget.value)}
  />
);

type ChoiceProps = {
  readonly name: Name;
  readonly options: readonly (readonly [string, string])[];
  readonly none: string;
};
const Choice = ({ name, options, none }: ChoiceProps) => (
  <select
    id={`new-${name}`}
    name={name}
    value={field(name).value}
    onChange={(event) => (field(name).value = event.currentTarget.value)}
  >
    <option value="">{none}</option>
    {options.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
);
