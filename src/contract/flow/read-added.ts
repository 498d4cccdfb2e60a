// Task files that an agent wrote, each by itself: a node, or what is wrong with it.
import type { AddedNode, RefusedFile } from '../../domain/flow/added.ts';
import type { SourceFile } from './read-file.ts';
import { readTask } from './read-node.ts';

type ReadAdded = { readonly added: readonly AddedNode[]; readonly refused: readonly RefusedFile[] };

/** Paths are those within a copy, which none of them can name from without. */
const nowhere = 'the repository';

export function readAdded(files: readonly SourceFile[]): ReadAdded {
  const added: AddedNode[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    const { node, problems } = readTask(file, nowhere);
    const [first] = problems;
    const named = `.task/${node?.id}.json` === file.path;
    if (first !== undefined || node === null)
      refused.push({
        path: file.path,
        why: first === undefined ? 'cannot be read' : `${first.line}:${first.column} ${first.what}`,
      });
    else if (!named) refused.push({ path: file.path, why: `is ${node.id}, and is called otherwise` });
    // Nobody but who carries it out says that it is done.
    else added.push({ path: file.path, node: { ...node, status: 'pending', history: [] } });
  }
  return { added, refused };
}
