// All kinds of project at the root of a tree, in one order.
import type { Sources } from '../sources.ts';
import type { Kind } from './kind.ts';
import { detectMake } from './make.ts';
import { detectNode } from './node.ts';
import { detectOthers } from './others.ts';
import { detectPython } from './python.ts';

const detectors = [detectNode, detectPython, ...detectOthers, detectMake];

export async function detectKinds(sources: Sources): Promise<readonly Kind[]> {
  const found = await Promise.all(detectors.map((detect) => detect(sources)));
  return found.filter((kind): kind is Kind => kind !== null);
}
