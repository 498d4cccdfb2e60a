// The agents' suite on the scripted agent.
import type { Keeper } from '../../src/ports/keeper.ts';
import { agentSuite } from './agent.suite.ts';
import { openKeeperRoom } from './keeper-room.ts';
import { stageScripted } from './stage-scripted.ts';

for (const driver of ['plain', 'native', 'acp'] as const)
  agentSuite(`scripted x ${driver}`, () => stageScripted(driver));

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

/** Reading a terminal's events again tells how it stands, so what wants the same again is left out; and one of each kind of trouble is enough. */
const inTerminal =
  /comes back whole|CM-36|a tool call|analysis mode|in a new process|_401|\(limit\)|a fork|HX-|given three times|thrown away|permission|restart|asked no more|interrupt|busy agent|killed|unknown conversation|SIGKILL|deadline|is found/;
agentSuite('scripted x pty', () => stageScripted('pty'), inTerminal);
