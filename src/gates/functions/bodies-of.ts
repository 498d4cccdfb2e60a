// Where the bodies of a parsed file's functions begin, so that something can be put into them.
import type { Tree } from 'web-tree-sitter';
import { type GrammarName, grammars } from './grammars.ts';

/** Lines from 1, both in it; `at`: the place in the text behind the bracket that opens its body. */
export type Body = { readonly first: number; readonly last: number; readonly at: number };

/** Of functions whose statements stand between brackets. What begins an object must call another like it first, and is left out. */
export function bodiesOf(tree: Tree, grammar: GrammarName): readonly Body[] {
  const functions = grammars[grammar].functions.filter((type) => !type.includes('constructor'));
  return tree.rootNode.descendantsOfType([...functions]).flatMap((node): readonly Body[] => {
    const body = node?.childForFieldName('body');
    if (!node || !body?.text.startsWith('{')) return [];
    return [{ first: node.startPosition.row + 1, last: node.endPosition.row + 1, at: body.startIndex + 1 }];
  });
}
