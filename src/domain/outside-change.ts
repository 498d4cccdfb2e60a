// What is part of no change, whatever stands there: files that a copy was given from the person's checkout, and the session folder of a flow.
import { sessionPaths } from './flow/session-paths.ts';
import { copiedPaths } from './place/copied-paths.ts';
import type { Hub } from './place/hub.ts';
import type { Root } from './root.ts';

type Place = { readonly copyFiles?: readonly string[]; readonly hub?: Hub | null };

/** Files and folders, as git names them. */
export function outsideChange(root: Root | null): readonly string[] {
  const place: Place = root?.state.known.place ?? {};
  const flow = root?.kind === 'task' ? root.spec.flow : undefined;
  return [...copiedPaths(place), ...(flow && place.hub ? sessionPaths(flow, place.hub.checkout) : [])];
}
