// Which tests of the agents' suite run where: for each row of the table, or a few where a program has its whole suite through another driver. The deep tests take one pass
// of each agent and driver, the nightly ones all.
import { inject } from 'vitest';
import { halfOf } from '../deep/rotation.ts';
import type { Selection } from '../suites/agent.suite.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `pass`: one of each agent and driver. Absent: all. */
    agents: 'pass' | 'whole';
  }
}

export const isPass = inject('agents') === 'pass';

/** What a pass asks of every agent through one driver; through each other one a half of it, the other half with the next seed. */
const pass = [
  /an answer comes back whole/,
  /a tool call changes/,
  /a permission is asked with its subject/,
  /in a new process/,
  /\(status_401\)/,
  /an interrupt ends the whole turn/,
  /is found with/,
];
/** In a terminal the tests beside the suite ask most of it in one start. */
const passInTerminal = [/an answer comes back whole/, /in a new process/];
const passConfined = /a tool call changes/;

const oneOf = (titles: readonly RegExp[]): Selection => ({ test: (title) => titles.some((each) => each.test(title)) });
const both = (one: RegExp, other: Selection): Selection => ({ test: (title) => one.test(title) && other.test(title) });
const pick = (selection: RegExp, inPass: Selection): Selection => (isPass ? both(selection, inPass) : selection);

/** The whole suite; undefined: it is not shortened. */
export const whole = isPass ? oneOf(pass) : undefined;

/** Through a second driver. */
export const second = pick(
  /comes back whole|again gives the same|a tool call|analysis mode|in a new process|usage is of|250 kB|_401|\(limit\)|_500|a usage limit|a fork|asked with its subject|words that steer|SIGTERM|ends the whole turn|deadline|HX-25|HX-56|not installed|is found/,
  oneOf(halfOf('a pass through a second driver', pass)),
);

/** In a terminal: one of each; what it says beyond that, tests beside the suite ask in one start. */
export const inTerminal = pick(
  /comes back whole|analysis mode|in a new process|a fork|given three times|thrown away|asked with its subject|is refused|asked no more|SIGKILL|not installed|is found with/,
  oneOf([...halfOf('a pass in a terminal', passInTerminal), /is found with/]),
);

/** In a terminal, of a program whose plugin tells more than most hooks. */
export const toldByPlugin = pick(
  /a tool call|usage is of|_401|HX-25|still open after|interrupted turn|words that steer|HX-56/,
  /a tool call/,
);

/** Inside the sandbox. */
export const confined = pick(
  /an answer comes back whole|a tool call changes|in a new process|a permission is asked with its subject/,
  passConfined,
);

/** Inside the sandbox, through a second driver. */
export const confinedBriefly = pick(/a tool call changes/, passConfined);
