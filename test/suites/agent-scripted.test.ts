// The agents' suite on the scripted agent.
import { agentSuite } from './agent.suite.ts';
import { stageScripted } from './stage-scripted.ts';

for (const driver of ['plain', 'native', 'acp'] as const)
  agentSuite(`scripted x ${driver}`, () => stageScripted(driver));

/** Reading a terminal's events again tells how it stands, so what wants the same again is left out; and one of each kind of trouble is enough. */
const inTerminal =
  /comes back whole|CM-36|a tool call|analysis mode|in a new process|_401|\(limit\)|a fork|HX-|given three times|thrown away|permission|restart|asked no more|interrupt|busy agent|killed|unknown conversation|SIGKILL|deadline|is found/;
agentSuite('scripted x pty', () => stageScripted('pty'), inTerminal);
