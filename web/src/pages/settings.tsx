// How it is configured, to be read: it is changed where the person proves who they are.
import type { ComponentChildren } from 'preact';
import { RefusalNotice } from '../parts/notice.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { useReply } from '../state/asked.ts';
import { say } from '../words/words.ts';
import { Notifications } from './notifications.tsx';

export function SettingsPage() {
  const words = say();
  return (
    <>
      <h1 tabIndex={-1}>{words.settings}</h1>
      <p class="quiet">
        {words.settingsHint} <code>drover config edit</code>
      </p>
      <Notifications />
      <General />
      <Workspaces />
      <Environments />
      <Agents />
      <Triggers />
    </>
  );
}

function General() {
  const reply = useReply('config.list', {}, 0).value;
  if (reply === null) return <p class="quiet">{say().loading} …</p>;
  if (!reply.ok) return <RefusalNotice refused={reply} />;
  // Those have tables of their own.
  const { file, workspaces: _, environments: __, agents: ___, triggers: ____, ...more } = reply.data;
  return (
    <dl class="settings">
      {keysOf({ file: file.path, ...more }).map(([key, value]) => (
        <div key={key}>
          <dt class="mono">{key}</dt>
          <dd class="mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** As `drover config get` names them: `limits.attempts`. What has no value has no line. */
function keysOf(value: unknown, key = ''): readonly (readonly [key: string, value: string])[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return [[key, value.map((each) => textOf(each)).join(', ')]];
  if (typeof value !== 'object') return [[key, String(value)]];
  return Object.entries(value).flatMap(([name, each]) => keysOf(each, key === '' ? name : `${key}.${name}`));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function Workspaces() {
  const words = say();
  const reply = useReply('workspace.list', {}, 0).value;
  const rows = reply?.ok ? reply.data.workspaces : [];
  return (
    <Listed title={words.workspaces} heads={[words.workspace, words.path, words.slots, words.environment]}>
      {rows.map(({ name, path, slots, default_env: env }) => (
        <Row key={name} cells={[name, path, slots, env ?? '']} />
      ))}
    </Listed>
  );
}

function Environments() {
  const words = say();
  const reply = useReply('env.list', {}, 0).value;
  const rows = reply?.ok ? reply.data.environments : [];
  return (
    <Listed title={words.environments} heads={[words.environment, words.path, words.tier]}>
      {rows.map(({ name, connect, tier }) => (
        <Row key={name} cells={[name, connect, tier ?? '']} />
      ))}
    </Listed>
  );
}

function Agents() {
  const words = say();
  const reply = useReply('agents.list', {}, 0).value;
  const rows = reply?.ok ? reply.data.agents : [];
  return (
    <Listed title={words.agents} heads={[words.agent, words.version, words.path]}>
      {rows.map(({ name, found, version, path, hint }) => (
        <Row key={name} cells={[name, found ? (version ?? '') : `– ${words.notInstalled}`, path ?? hint]} />
      ))}
    </Listed>
  );
}

/** None for whom nothing makes tasks by itself. */
function Triggers() {
  const words = say();
  const reply = useReply('config.list', {}, 0).value;
  const rows = Object.entries((reply?.ok ? reply.data.triggers : undefined) ?? {});
  if (rows.length === 0) return null;
  return (
    <Listed title={words.triggers} heads={[words.trigger, words.workspace, words.madeBy, words.perHour, words.task]}>
      {rows.map(([name, { workspace, text, per_hour: perHour, ...event }]) => (
        <Row key={name} cells={[name, workspace, sayEvent(event), perHour, text ?? '']} />
      ))}
    </Listed>
  );
}

/** `cron 0 3 * * 1-5 Europe/Berlin`. */
const sayEvent = (event: Readonly<Record<string, unknown>>): string =>
  Object.entries(event)
    .map(([key, value]) => (key === 'zone' ? value : `${key} ${value}`))
    .join(' ');

type ListedProps = {
  readonly title: string;
  readonly heads: readonly string[];
  readonly children: readonly ComponentChildren[];
};

function Listed({ title, heads, children }: ListedProps) {
  return (
    <section>
      <h2 class="group">{title}</h2>
      {children.length === 0 ? (
        <p class="quiet">{say().noneYet}</p>
      ) : (
        <Scroll label={title}>
          <table class="table stacks">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{children}</tbody>
          </table>
        </Scroll>
      )}
    </section>
  );
}

const Row = ({ cells }: { readonly cells: readonly (string | number)[] }) => (
  <tr>
    {cells.map((cell, index) => (
      <td key={index}>{cell}</td>
    ))}
  </tr>
);
