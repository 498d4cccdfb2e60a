// Replies about environments.
import type * as environment from '../../../contract/environment.ts';
import { shellWord } from '../../../contract/errors/fill-hint.ts';
import { clockTime, dateTime, span } from './amounts.ts';
import { cut, indent } from './cells.ts';
import { columns, indented } from './columns.ts';
import { type Look, paint } from './look.ts';

const row = (look: Look, { name, type, tier, connect }: environment.EnvironmentView): string[] => [
  paint(look, 'bold', name),
  type,
  tier ?? '',
  connect,
];

const list = ({ environments }: environment.EnvironmentList, look: Look): string =>
  environments.length === 0
    ? 'No environments. Add one, like this: drover env add shop-prod deploy@prod:/opt/shop'
    : columns(
        look,
        environments.map((one) => row(look, one)),
      );

const added = ({ name, connect }: environment.EnvironmentAdded): string => `Environment ${name} is ${connect}.`;
const changed = ({ name, key, value }: environment.EnvironmentChanged): string => `${name}: ${key} is ${value}.`;
const removed = ({ name }: environment.EnvironmentRemoved): string => `Environment ${name} is forgotten.`;

function probed(found: environment.Probed, look: Look): string {
  const { env, tier, root, at, baseline } = found;
  const head = `${paint(look, 'bold', env)}${tier === null ? '' : ` (${tier})`}  ${root}`;
  const kept = baseline.made
    ? 'Later looks are compared with this one.'
    : `Later looks are compared with that of ${dateTime(baseline.at)}; with --baseline with this one (${clockTime(at)}).`;
  const commands = found.commands.map((ran) => ranLines(ran, look));
  const logs = found.logs.map((log) =>
    [logLine(log, look), ...log.findings.map((each) => findingLine(each, look))].join('\n'),
  );
  const machine = [found.uptime, found.disk].filter(Boolean).join('\n');
  const missing =
    found.logs.length === 0
      ? [`No log was found. One is named like this: drover env set ${shellWord(env)} log logs/app.log`]
      : [];
  return [head, modules(found.modules, look), ...logs, ...missing, machine, ...commands, kept]
    .filter(Boolean)
    .join('\n\n');
}

const modules = (found: readonly environment.ModuleView[], look: Look): string =>
  columns(
    look,
    found.map(({ name, running, processes }) => [
      paint(look, 'bold', name),
      running === null ? 'cannot be told' : running ? paint(look, 'green', 'runs') : paint(look, 'red', 'does not run'),
      processes.map(({ pid, seconds }) => `${pid} for ${span(seconds * 1_000)}`).join(', '),
    ]),
  );

function logLine(
  { where, lines, coverage, trouble, findings }: environment.Probed['logs'][number],
  look: Look,
): string {
  const said = coverage === 'whole' ? `${lines} lines, ${findings.length} kinds of errors` : trouble;
  return `${paint(look, 'bold', where)}: ${coverage === 'whole' ? said : paint(look, 'yellow', said)}`;
}

const findingLine = ({ text, count }: environment.FindingView, look: Look): string =>
  indent(`${paint(look, 'red', `${count}x`)} ${cut(text, Math.max(20, look.width - 10))}`);

function ranLines(
  { command, exit, output, error, cut: isCut }: environment.Probed['commands'][number],
  look: Look,
): string {
  const ending = isCut
    ? 'more was said than is shown'
    : exit === null
      ? 'took too long'
      : exit === 0
        ? ''
        : `exit ${exit}`;
  return [
    `${paint(look, 'bold', `$ ${command}`)}${ending === '' ? '' : `  ${ending}`}`,
    output.trimEnd(),
    error.trimEnd(),
  ]
    .filter(Boolean)
    .join('\n');
}

const verdicts = { resolved: 'green', remaining: 'red', new: 'red', unknown: 'yellow' } as const;

function verified(found: environment.Verified, look: Look): string {
  const head = `${paint(look, 'bold', found.env)}: ${paint(look, verdicts[found.verdict], found.verdict)}. ${found.summary}`;
  const group = (title: string, findings: readonly environment.FindingView[]) =>
    findings.length === 0 ? [] : [`${title}:`, ...findings.map((each) => findingLine(each, look))];
  const lines = [
    ...group('Still there', found.remaining_errors),
    ...group('New', found.new_errors),
    ...group('Not seen again', found.resolved_errors),
    `Compared with the look of ${dateTime(found.baseline_at)}${found.against === null ? '' : ` and with ${found.against}`}.`,
  ];
  return [head, ...lines].join('\n');
}

function show(detail: environment.EnvironmentDetail, look: Look): string {
  const rows = Object.entries(detail.entry).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const known = { type: detail.type, tier: detail.tier ?? 'unknown' };
  const told = Object.entries(known).filter(([key]) => !Object.hasOwn(detail.entry, key));
  const whose = detail.workspaces.length === 0 ? 'no workspace' : detail.workspaces.join(', ');
  return [
    paint(look, 'bold', detail.name),
    indented(look, [...rows, ...told], { wrapped: true }),
    `Belongs to ${whose}.`,
  ].join('\n');
}

export const environmentPrinters = {
  'env.add': added,
  'env.list': list,
  'env.probe': probed,
  'env.remove': removed,
  'env.set': changed,
  'env.show': show,
  'env.verify': verified,
};

export const environmentExits = { 'env.verify': ({ resolved }: environment.Verified) => (resolved ? 0 : 5) };
