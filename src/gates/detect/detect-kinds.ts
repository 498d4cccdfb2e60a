// All kinds of project at the root of a tree, in one order; where there is none, those in its folders.

import type { Sources } from '../sources.ts';
import { projectsBelow } from './below.ts';
import type { Kind } from './kind.ts';
import { detectMake } from './make.ts';
import { detectNode } from './node.ts';
import { detectOthers } from './others.ts';
import { detectPython } from './python.ts';

const projects = [detectNode, detectPython, ...detectOthers];
const detectors = [...projects, detectMake];

export async function detectKinds(sources: Sources): Promise<readonly Kind[]> {
  const found = await Promise.all(detectors.map((detect) => detect(sources)));
  const here = found.filter((kind) => kind !== null);
  return here.length > 0 ? here : projectsBelow(sources, projects);
}
