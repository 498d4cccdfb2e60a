// The keeper as one life of a store sees it: its own runs by their ids, and of what other lives left no more than that it is there.
import { type Epoch, keptName, runOfName } from '../../domain/run/epoch.ts';
import type { Keeper, Kept } from '../../ports/keeper.ts';

/** `epochs`: of this host, in the order they began. */
export function inEpoch(keeper: Keeper, epochs: readonly Epoch[]): Keeper {
  const name = (run: Kept['runId']) => keptName(epochs, run);
  const own = (kept: Kept): readonly Kept[] => {
    const runId = runOfName(epochs, kept.runId);
    return runId === null ? [] : [{ ...kept, runId }];
  };
  return {
    ensure: async (run, program) => ({ ...(await keeper.ensure(name(run), program)), runId: run }),
    write: (run, inputSeq, bytes) => keeper.write(name(run), inputSeq, bytes),
    closeInput: (run) => keeper.closeInput(name(run)),
    end: (run, reason) => keeper.end(name(run), reason),
    find: async (run) => {
      const kept = await keeper.find(name(run));
      return kept === null ? null : { ...kept, runId: run };
    },
    list: async () => (await keeper.list()).flatMap(own),
    attach: (run, from, signal) => keeper.attach(name(run), from, signal),
    ticket: async (run, right) => ({ ...(await keeper.ticket(name(run), right)), run: name(run) }),
    resize: (run, columns, rows) => keeper.resize(name(run), columns, rows),
    screen: (run, history) => keeper.screen(name(run), history),
    screens: (run, signal) => keeper.screens(name(run), signal),
    activity: (run) => keeper.activity(name(run)),
    // Of any life: whose they were is what a person wants to know of them.
    strays: (end, of) => keeper.strays(end, of),
    onEnding: (listener) =>
      keeper.onEnding((kept) => {
        for (const one of own(kept)) listener(one);
      }),
    forget: (run) => keeper.forget(name(run)),
  };
}

/** Ends what lives of other lives of the store, also under a keeper of theirs that nobody reaches any more, and has the keeper forget what has ended: nobody here will ever ask for it. Returns the names of what it ended. */
export async function endOtherLives(keeper: Keeper, epochs: readonly Epoch[]): Promise<readonly string[]> {
  const isOther = ({ runId }: { readonly runId: Kept['runId'] }) => runOfName(epochs, runId) === null;
  const others = (await keeper.list()).filter(isOther);
  const living = others.filter(({ ending }) => ending === null).map(({ runId }) => runId);
  for (const { runId, ending } of others)
    await (ending === null ? keeper.end(runId, 'cancelled') : keeper.forget(runId));
  const strays = [...new Set((await keeper.strays(false)).filter(isOther).map(({ runId }) => runId))];
  if (strays.length > 0) await keeper.strays(true, strays);
  return [...living, ...strays];
}
