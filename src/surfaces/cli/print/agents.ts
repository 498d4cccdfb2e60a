// The agents of this machine: a heading each, its programs, then the ways it can be driven.
import type { AgentList, AgentView, DriverView, ProgramView } from '../../../contract/agents.ts';
import { span } from './amounts.ts';
import { indent } from './cells.ts';
import { columns } from './columns.ts';
import { inside, type Look, paint } from './look.ts';

const list = ({ agents, tested_on, did }: AgentList, look: Look): string =>
  [
    ...agents.map((agent) => one(agent, look)),
    ...(did === '' ? [] : [did]),
    tested_on === ''
      ? 'What was seen of them: nothing yet.'
      : `What was seen of them is of ${tested_on}: docs/agents.md`,
  ].join('\n\n');

function one(agent: AgentView, look: Look): string {
  const name = paint(look, 'bold', agent.name);
  if (!agent.found) return `${name}  not installed: ${agent.hint}`;
  const programs = agent.programs
    .filter(({ version }) => version !== null)
    .map((program) => programLine(program, look));
  const drivers = columns(
    inside(look),
    agent.drivers.map((driver) => driverRow(driver, look)),
  );
  const fails = agent.drivers.flatMap(({ driver, seen }) =>
    (seen?.fails ?? []).map((why) => `${driver} fails: ${why}`),
  );
  const under = [...programs, drivers, ...fails].filter((part) => part !== '');
  return [
    `${name}  ${agent.version ?? 'version unknown'}  ${agent.path ?? ''}`.trimEnd(),
    ...under.map((part) => indent(part)),
  ].join('\n');
}

function programLine({ program, version, tested, drift, look: seen }: ProgramView, look: Look): string {
  const against =
    tested === null ? 'not in our suite' : drift ? paint(look, 'yellow', `tested with ${tested}`) : 'as tested';
  const looked =
    seen === null
      ? []
      : [
          seen.now
            ? 'looked at now'
            : look.now - seen.at < 1000
              ? 'looked at just now'
              : `looked at ${span(look.now - seen.at)} ago`,
        ];
  const head = [`${program} ${version}`, against, ...looked].join(', ');
  if (seen === null) return drift ? `${head}; \`drover agents --check\` looks what is different` : head;
  if (seen.changed.length === 0) return tested === null ? head : `${head}: it presents itself as the tested one`;
  return `${head}:\n${indent(seen.changed.join('\n'))}`;
}

const driverRow = ({ driver, can, seen }: DriverView, look: Look): readonly string[] => [
  paint(look, 'cyan', driver),
  seen === null ? 'not run yet' : `${seen.works} work${seen.refused > 0 ? `, ${seen.refused} refused` : ''}`,
  can.join(' '),
];

export const agentsPrinters = { 'agents.list': list };
