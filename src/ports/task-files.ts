// Task files that came while a flow is worked on, as the nodes that they state.
import type { AddedNode, RefusedFile } from '../domain/flow/added.ts';

export interface TaskFiles {
  /** Paths in them are relative; one that leads out refuses its file. What a file says of its own status does not count. */
  read(files: readonly { readonly path: string; readonly text: string }[]): {
    readonly added: readonly AddedNode[];
    readonly refused: readonly RefusedFile[];
  };
}
