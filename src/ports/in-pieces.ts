// A keeper that hands over output up to given places: who reads events out of it can tell which came before.
import type { Keeper } from './keeper.ts';

/** `read`: how many bytes were handed over by now, counted from the program's first. */
export function inPieces(keeper: Keeper, places: readonly number[]): { readonly keeper: Keeper; read(): number } {
  let at = 0;
  async function* attach(...[runId, from, signal]: Parameters<Keeper['attach']>) {
    at = from;
    for await (const part of keeper.attach(runId, from, signal)) {
      const cuts = places
        .filter((place) => place > at && place < at + part.length)
        .toSorted((one, other) => one - other);
      const begin = at;
      for (const end of [...cuts, begin + part.length]) {
        const piece = part.subarray(at - begin, end - begin);
        at = end;
        yield piece;
      }
    }
  }
  return { keeper: { ...keeper, attach }, read: () => at };
}
