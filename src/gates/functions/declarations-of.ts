// What a parsed file declares at its top: names that others can use, each with its line.
import type { Node, Tree } from 'web-tree-sitter';
import type { GrammarName } from './grammars.ts';

export type Declaration = {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'type' | 'constant';
  readonly line: number;
  /** Others can reach it, by the words of its language. */
  readonly exported: boolean;
};

type Kind = Declaration['kind'];

/** Names of nodes are the same in many grammars. */
const nodes: Readonly<Record<Kind, readonly string[]>> = {
  function: [
    ...['function_declaration', 'generator_function_declaration', 'function_definition', 'function_item'],
    ...['method', 'method_declaration', 'singleton_method'],
  ],
  class: [
    ...['class_declaration', 'abstract_class_declaration', 'class_definition', 'class', 'module', 'struct_item'],
    ...['record_declaration', 'struct_declaration'],
  ],
  type: [
    ...['interface_declaration', 'type_alias_declaration', 'enum_declaration', 'type_spec', 'trait_item'],
    ...['enum_item', 'type_item', 'trait_declaration'],
  ],
  constant: ['variable_declarator', 'const_spec', 'var_spec', 'const_item', 'static_item', 'const_element'],
};
const kinds = new Map(Object.entries(nodes).flatMap(([kind, types]) => types.map((type) => [type, kind as Kind])));

/** What stands round a declaration; deeper is nothing that others can name. */
const round = new Set([
  ...['export_statement', 'lexical_declaration', 'variable_declaration', 'decorated_definition', 'ambient_declaration'],
  ...['type_declaration', 'const_declaration', 'var_declaration', 'namespace_declaration', 'declaration_list'],
  ...['expression_statement', 'var_spec_list'],
]);

const functionValues = new Set(['arrow_function', 'function_expression', 'generator_function']);
const longest = 120;

/** In PHP others reach all that stands at the top. */
export function declarationsOf(tree: Tree, grammar: GrammarName): readonly Declaration[] {
  const named = new Set<string>();
  const found = below(tree.rootNode, grammar === 'php', named);
  return found.map((each) => (named.has(each.name) ? { ...each, exported: true } : each));
}

/** `named`: what is exported by name alone, elsewhere in the file. */
function below(node: Node, exported: boolean, named: Set<string>): readonly Declaration[] {
  return node.namedChildren.flatMap((child): readonly Declaration[] => {
    if (child === null) return [];
    if (child.type === 'export_clause') {
      for (const each of child.namedChildren) named.add(each?.childForFieldName('name')?.text ?? '');
      return [];
    }
    if (child.type === 'assignment') return pythonConstant(child);
    const kind = kinds.get(child.type);
    if (kind !== undefined) return declared(child, kind, exported);
    return round.has(child.type) ? below(child, exported || child.type === 'export_statement', named) : [];
  });
}

function declared(node: Node, kind: Kind, exported: boolean): readonly Declaration[] {
  const name = (node.childForFieldName('name') ?? node.namedChildren[0])?.text ?? '';
  if (!/^[\p{L}_$][\p{L}\p{N}_$?!]*$/u.test(name)) return [];
  const value = node.childForFieldName('value')?.type ?? '';
  const real = kind === 'constant' && functionValues.has(value) ? 'function' : kind;
  const line = node.startPosition.row + 1;
  return [{ name: name.slice(0, longest), kind: real, line, exported: exported || isPublic(node, name) }];
}

/** A name in capitals, as constants are written there. */
function pythonConstant(node: Node): readonly Declaration[] {
  const name = node.childForFieldName('left')?.text ?? '';
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) return [];
  return [{ name: name.slice(0, longest), kind: 'constant', line: node.startPosition.row + 1, exported: true }];
}

/** By its own words: `pub`, `public`, in Go a capital, in Python and Ruby no underscore. */
function isPublic(node: Node, name: string): boolean {
  const head = node.text.slice(0, 200);
  switch (node.type) {
    case 'function_item':
    case 'struct_item':
    case 'enum_item':
    case 'trait_item':
    case 'type_item':
    case 'const_item':
    case 'static_item':
      return /^pub\b/.test(head);
    case 'type_spec':
    case 'const_spec':
    case 'var_spec':
      return /^\p{Lu}/u.test(name);
    case 'function_definition':
    case 'class_definition':
    case 'method':
    case 'singleton_method':
    case 'class':
    case 'module':
      return !name.startsWith('_');
    case 'function_declaration':
    case 'method_declaration':
      return /^func\b/.test(head) && /^\p{Lu}/u.test(name);
    default:
      return /^(?:\[[^\]]*\]\s*|@\w+(?:\([^)]*\))?\s*)*public\b/.test(head);
  }
}
