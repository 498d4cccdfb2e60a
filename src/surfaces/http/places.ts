// How much may be under way at once: what is asked and what is only listened to are counted apart, so that a thousand who listen keep nobody from asking.

/** null: all are taken. */
export type TakePlace = () => (() => void) | null;

export type Places = { readonly ask: TakePlace; readonly listen: TakePlace };

const most = { ask: 64, listen: 1_200 };
/** Connections: more than all who may ask and listen, for one that is refused is told so. */
export const mostConnections = 1_400;

export const createPlaces = (): Places => ({ ask: counted(most.ask), listen: counted(most.listen) });

function counted(limit: number): TakePlace {
  let taken = 0;
  return () => {
    if (taken >= limit) return null;
    taken += 1;
    let given = false;
    return () => {
      if (!given) taken -= 1;
      given = true;
    };
  };
}
