// What was seen of the agents, as docs/agents.md. The same facts give the same page.
import type { Cell, Tested, TestedAgent } from '../src/domain/conformance/tested.ts';
import { abilities, confined } from './agents-abilities.ts';
import { notes } from './agents-notes.ts';

const head = (on: string) => `# Agents

Written by \`npm run agents\`: it installs the programs from npm into a cache of their own, runs the suite of agents on each of them through each driver against a model on
loopback, and writes down what was seen. A test fails where this page and what is seen are not the same. Last written on ${on}.

- **works**: the tests passed.
- **no**: it cannot, and says so in its capabilities; what asks for it is told so.
- **fails**: tests that fail, by name.
- **not run**: no test of it through this driver. Where an agent has more drivers, all of the suite runs through one of them, and a part through the others.

Drivers: \`native\` is the program's own protocol, \`acp\` the Agent Client Protocol, \`pty\` its screen in a terminal, \`plain\` one process a turn with JSON lines.
`;

export const writePage = (tested: Tested): string =>
  [head(tested.on), programTable(tested), ...Object.keys(tested.agents).map((name) => section(name, tested))].join(
    '\n',
  );

function programTable({ programs }: Tested): string {
  const rows = Object.entries(programs).map(
    ([command, { package: from, version }]) => `| \`${command}\` | ${version} | \`npm install -g ${from}\` |`,
  );
  return ['| program | tested version | how it is installed |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

function section(name: string, tested: Tested): string {
  const agent = tested.agents[name] ?? { drivers: {} };
  const said = notes[name] ?? [];
  return [
    `## ${name}`,
    '',
    table(agent),
    '',
    ...said.map((note) => `- ${note}`),
    ...(said.length > 0 ? [''] : []),
  ].join('\n');
}

function table({ drivers }: TestedAgent): string {
  const columns = Object.entries(drivers);
  const names = [...abilities.map(({ name }) => name), confined].filter((name) =>
    columns.some(([, { cells }]) => cells[name] !== undefined),
  );
  const titles = columns.map(([driver, { program }]) => `${driver} (\`${program}\`)`);
  return [
    `| | ${titles.join(' | ')} |`,
    `| --- |${' --- |'.repeat(columns.length)}`,
    ...names.map((name) => `| ${name} | ${columns.map(([, { cells }]) => words(cells[name])).join(' | ')} |`),
  ].join('\n');
}

function words(cell: Cell | undefined): string {
  switch (cell?.seen) {
    case undefined:
      return 'not run';
    case 'works':
      return 'works';
    case 'refused':
      return `no: ${cell.why}`;
    case 'fails':
      return `**fails**: ${cell.why.replaceAll('|', '\\|')}`;
  }
}
