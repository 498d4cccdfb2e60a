// The agents' suite on the scripted agent in a terminal, held by the real keeper, and where its transcript is cut all the time.
import { createAcpAgent } from '../../src/agents/drivers/acp/acp.ts';
import { createNativeAgent } from '../../src/agents/drivers/native/native.ts';
import { scriptedAcp } from '../../src/agents/scripted/acp.ts';
import { scriptedNative } from '../../src/agents/scripted/native.ts';
import type { Keeper } from '../../src/ports/keeper.ts';
import { agentSuite } from '../suites/agent.suite.ts';
import { openKeeperRoom } from '../suites/keeper-room.ts';
import { stageScripted } from '../suites/stage-scripted.ts';

/** Reading a terminal's events again tells how it stands, so what wants the same again is left out; and one of each kind of trouble is enough. */
const inTerminal =
  /comes back whole|CM-36|a tool call|analysis mode|in a new process|_401|\(limit\)|a fork|HX-|given three times|thrown away|permission|restart|asked no more|interrupt|busy agent|killed|unknown conversation|SIGKILL|deadline|is found/;
agentSuite('scripted x pty', () => stageScripted('pty'), inTerminal);

// Held by the real keeper, one for all: its journals are what the driver's state is made of, and each run has a folder of its own in it.
agentSuite('scripted x native, held by the real keeper', async () => {
  const [stage, { keeper, close }] = await Promise.all([stageScripted('native'), openKeeperRoom()]);
  return {
    ...stage,
    openKeeper: async () => ({ keeper, close: () => endAll(keeper) }),
    close: async () => {
      await close();
      await stage.close();
    },
  };
});

/** What one test left running does not run beside the next one. */
async function endAll(keeper: Keeper): Promise<void> {
  const running = (await keeper.list()).filter(({ ending }) => ending === null);
  await Promise.all(running.map(({ runId }) => keeper.end(runId, 'cancelled')));
}

// Its transcript is cut all the time, and whoever reads begins at a bookmark: after each line one is left.
const short = { keepBytes: 1500, bookmarkBytes: 1 };
const long =
  /again gives|a tool call|in a new process|usage is of|HX-|given three times|two who read|thrown away|permission|question|asked no more|interrupt|busy agent|killed|read again|SIGKILL/;
agentSuite(
  'scripted x native, with a short transcript',
  () => stageScripted('native', (settings) => createNativeAgent(scriptedNative(settings), short)),
  long,
);
agentSuite(
  'scripted x acp, with a short transcript',
  () => stageScripted('acp', (settings) => createAcpAgent(scriptedAcp(settings), short)),
  long,
);
