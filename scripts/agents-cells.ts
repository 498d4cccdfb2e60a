// Results of the agents' suite, as the test runner reports them, into the cells of the table.
import type { Cell, TestedAgent } from '../src/domain/conformance/tested.ts';
import type { Agents, Capabilities, Driver } from '../src/ports/agent.ts';
import { abilities, confined, reasonFor } from './agents-abilities.ts';

/** A report of the runner, as far as it is read here. */
export type Report = {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
};

type Ran = {
  readonly agent: string;
  readonly driver: string;
  readonly title: string;
  readonly ability: string;
  readonly passed: boolean;
};

/** `claude x native`, `claude x native, confined`. */
const mount = /^(\w[\w-]*) x (plain|native|acp|pty)(, confined)?$/;

const abilityOf = (title: string) => abilities.find(({ tests }) => tests.test(title))?.name ?? 'other';

function ranIn(report: Report): readonly Ran[] {
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ ancestorTitles, title, status }) => {
      const found = ancestorTitles.map((each) => mount.exec(each)).find((each) => each !== null);
      if (!found) return [];
      const [, agent = '', driver = '', inside] = found;
      return [{ agent, driver, title, ability: inside ? confined : abilityOf(title), passed: status === 'passed' }];
    }),
  );
}

/** What was seen, by agent and driver; what was not run is not there. `programOf`: the command behind an agent's driver. */
export function cellsOf(
  reports: readonly Report[],
  agents: Pick<Agents, 'names' | 'drivers' | 'get'>,
  programOf: (agent: string, driver: string) => string,
): Readonly<Record<string, TestedAgent>> {
  const ran = reports.flatMap(ranIn);
  const told: Record<string, TestedAgent> = {};
  for (const agent of agents.names()) {
    const drivers = agents.drivers(agent).flatMap((driver) => {
      const mine = ran.filter((each) => each.agent === agent && each.driver === driver);
      const capabilities = agents.get(agent, driver)?.capabilities;
      if (mine.length === 0 || capabilities === undefined) return [];
      return [[driver, { program: programOf(agent, driver), cells: columnOf(agent, driver, capabilities, mine) }]];
    });
    if (drivers.length > 0) told[agent] = { drivers: Object.fromEntries(drivers) };
  }
  return told;
}

function columnOf(
  agent: string,
  driver: Driver,
  capabilities: Capabilities,
  ran: readonly Ran[],
): Record<string, Cell> {
  const names = [...abilities.map(({ name }) => name), confined];
  return Object.fromEntries(
    names.flatMap((name) => {
      const tests = ran.filter(({ ability }) => ability === name);
      const can = abilities.find((ability) => ability.name === name)?.can?.(capabilities, driver) ?? true;
      if (tests.length === 0 && can) return [];
      return [[name, cellOf(tests, can, reasonFor(name, agent, driver))]];
    }),
  );
}

function cellOf(tests: readonly Ran[], can: boolean, reason: string): Cell {
  const failed = tests.filter(({ passed }) => !passed).map(({ title }) => title);
  if (failed.length > 0) return { seen: 'fails', why: failed.sort().join('; ') };
  return can ? { seen: 'works' } : { seen: 'refused', why: reason };
}
