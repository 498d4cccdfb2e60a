// Replies about workspaces.
import type * as workspace from '../../../contract/workspace.ts';
import { dateTime, several, size } from './amounts.ts';
import { indent } from './cells.ts';
import { columns, indented } from './columns.ts';
import { inside, type Look, paint } from './look.ts';
import { taskTable } from './task.ts';

const added = ({ name, path }: workspace.WorkspaceAdded): string => `Workspace ${name} is ${path}.`;
const removed = ({ name }: workspace.WorkspaceRemoved): string => `Workspace ${name} is forgotten; its checkout stays.`;
const changed = ({ name, key, value, notes }: workspace.WorkspaceChanged): string =>
  [`${name}: ${key} is ${value}.`, ...notes].join('\n');
const init = ({ file, written }: workspace.WorkspaceInit): string =>
  `Written to ${file}:\n${indent(written.trimEnd())}`;

const list = ({ workspaces }: workspace.WorkspaceList, look: Look): string =>
  workspaces.length === 0
    ? 'No workspaces. Stand in a git checkout and say: drover do "what is to be done"'
    : columns(
        look,
        workspaces.map(({ name, slots, isolation, path, at_work, open }) => [
          paint(look, 'bold', name),
          several(slots, 'slot'),
          isolation,
          occupied(at_work, open),
          path,
        ]),
      );

const occupied = (atWork: number, open: number): string =>
  [
    atWork === 0 ? 'idle' : `busy: ${several(atWork, 'task')} at work`,
    ...(open > atWork ? [`${open - atWork} waiting`] : []),
  ].join(', ');

function show(detail: workspace.WorkspaceDetail, look: Look): string {
  const entry = Object.entries(detail.entry).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const places = detail.environments.map(({ name, tier }) => [name, tier ?? '']);
  return [
    paint(look, 'bold', detail.name),
    indented(look, entry, { wrapped: true }),
    ...(detail.risk === null ? [] : [`At risk: ${detail.risk}.`]),
    ...(places.length === 0 ? [] : ['environments', indented(look, places)]),
    ...(detail.tasks.length === 0 ? [] : ['tasks', indent(taskTable(inside(look), detail.tasks))]),
  ].join('\n');
}

function check(found: workspace.WorkspaceCheck, look: Look): string {
  const rows = [...gitRows(found), ...toolRows(found)].filter(([, value]) => value !== '');
  const gates = found.gates.map(({ gate, command, source }) => [gate, command, source]);
  const leases = found.leases.map(({ task, phase, owner, expires_at }) => [
    task,
    phase,
    owner,
    `until ${dateTime(expires_at)}`,
  ]);
  return [
    `${paint(look, 'bold', found.workspace)}  ${found.path}`,
    columns(
      look,
      rows.map(([name, value]) => [paint(look, 'dim', name), value]),
      { wrapped: true },
    ),
    ...(gates.length === 0 ? ['No gates found: nothing can be proven here.'] : ['gates', indented(look, gates)]),
    ...(leases.length === 0 ? [] : ['leases', indented(look, leases)]),
  ].join('\n');
}

function gitRows({ git }: workspace.WorkspaceCheck): [string, string][] {
  const distance = git.ahead === null || git.behind === null ? '' : `, ${git.ahead} ahead, ${git.behind} behind`;
  return [
    ['branch', `${git.branch ?? 'detached'}${distance}`],
    ['head', `${git.head?.slice(0, 12) ?? 'unborn'} ${git.last_commit?.subject ?? ''}`.trim()],
    ['uncommitted', git.dirty ? git.files.join(', ') : 'nothing'],
    ['remote', git.remote ?? 'none'],
    ['base', git.at_remote?.base ?? ''],
    ...(git.at_remote?.notes ?? []).map((note): [string, string] => ['!', note]),
  ];
}

function toolRows(found: workspace.WorkspaceCheck): [string, string][] {
  const { runtimes, agents, sandbox } = found;
  return [
    ['kinds', found.kinds.join(', ')],
    [
      'runtimes',
      runtimes
        .filter(({ version }) => version !== null)
        .map(({ name, version }) => `${name} ${version}`)
        .join(', '),
    ],
    ['packages', found.package_managers.join(', ')],
    ['set-up', found.setup.join('; ')],
    ['forge', found.forge],
    [
      'agents',
      agents
        .filter((agent) => agent.found)
        .map(({ name, version }) => `${name} ${version ?? ''}`.trim())
        .join(', ') || 'none found',
    ],
    ['sandbox', sandbox.works ? sandbox.name : `none: ${sandbox.why}`],
    ['risk', found.risk ?? ''],
    ['disk', `${size(found.disk_free)} free`],
  ];
}

export const workspacePrinters = {
  'workspace.add': added,
  'workspace.check': check,
  'workspace.init': init,
  'workspace.list': list,
  'workspace.remove': removed,
  'workspace.set': changed,
  'workspace.show': show,
};
