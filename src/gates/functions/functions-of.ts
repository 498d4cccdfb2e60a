// The functions of one parsed file, in the order they begin: where each stands, and how deep its statements go.
import type { Language, Node, Tree, TreeCursor } from 'web-tree-sitter';
import type { Grammar } from './grammars.ts';

/** Lines from 1, both in it, with its head and without decorators. */
export type FunctionSpan = {
  /** `Heart.beat` for a member; the name of what it is assigned to where it has none itself; empty: none at all. */
  readonly name: string;
  readonly firstLine: number;
  readonly lastLine: number;
  /** How many statements stand around its deepest one; those of functions inside of it are theirs. */
  readonly depth: number;
  /** Where the outermost of the deepest begins. */
  readonly deepestLine: number;
};

export type ParsedFile = {
  readonly functions: readonly FunctionSpan[];
  /** The first line that does not parse; null: all does. */
  readonly brokenAt: number | null;
};

type Role = 'function' | 'holder' | 'nest' | 'none';
type Open = { name: string; firstLine: number; lastLine: number; depth: number; deepestLine: number; now: number };

/** Ids of a grammar's nodes, with what they are to us. */
export type Roles = { readonly of: ReadonlyMap<number, Role>; readonly branches: ReadonlySet<number> };

export function rolesIn(language: Language, { functions, holders, nests, branches }: Grammar): Roles {
  const ids = (types: readonly string[], role: Role) =>
    types.map((type): [number, Role] => [idOf(language, type), role]);
  return {
    of: new Map([...ids(functions, 'function'), ...ids(holders, 'holder'), ...ids(nests, 'nest')]),
    branches: new Set(
      [...branches, ...(branches.length > 0 ? ['else_clause'] : [])].map((type) => idOf(language, type)),
    ),
  };
}

/** A type that the grammar does not have is none of its nodes. */
const idOf = (language: Language, type: string): number => language.idForNodeType(type, true) ?? -1;

export function functionsOf(tree: Tree, roles: Roles): ParsedFile {
  const walk = new Walk(roles, tree.walk());
  return walk.go();
}

const errorId = 0xffff;

/** Goes through the nodes with a stack of its own: text can nest deeper than calls can. */
class Walk {
  readonly #roles: Roles;
  readonly #cursor: TreeCursor;
  readonly #above: { readonly id: number; readonly role: Role }[] = [];
  readonly #names: string[] = [];
  readonly #open: Open[] = [];
  readonly #found: Open[] = [];
  #brokenAt: number | null = null;

  constructor(roles: Roles, cursor: TreeCursor) {
    this.#roles = roles;
    this.#cursor = cursor;
  }

  go(): ParsedFile {
    const cursor = this.#cursor;
    this.#enter();
    for (let under = true; under; ) {
      if (cursor.gotoFirstChild()) {
        this.#enter();
        continue;
      }
      this.#leave();
      while (!cursor.gotoNextSibling()) {
        under = cursor.gotoParent();
        if (!under) break;
        this.#leave();
      }
      if (under) this.#enter();
    }
    cursor.delete();
    return { functions: this.#found.map(({ now: _now, ...span }) => span), brokenAt: this.#brokenAt };
  }

  #enter(): void {
    const { nodeTypeId: id } = this.#cursor;
    if (this.#brokenAt === null && (id === errorId || this.#cursor.nodeIsMissing)) this.#brokenAt = this.#line;
    const role = this.#roleOf(id);
    this.#above.push({ id, role });
    if (role === 'function') this.#enterFunction();
    else if (role === 'holder') this.#names.push(nameOf(this.#cursor.currentNode));
    else if (role === 'nest') this.#enterNest();
  }

  #roleOf(id: number): Role {
    const role = this.#roles.of.get(id) ?? 'none';
    const { branches } = this.#roles;
    return role === 'nest' && branches.has(id) && branches.has(this.#above.at(-1)?.id ?? -1) ? 'none' : role;
  }

  #enterFunction(): void {
    const own = nameOf(this.#cursor.currentNode);
    const name = own === '' ? '' : [...this.#names.filter((each) => each !== ''), own].join('.');
    const [firstLine, lastLine] = [this.#line, this.#cursor.endPosition.row + 1];
    const open = { name, firstLine, lastLine, depth: 0, deepestLine: firstLine, now: 0 };
    this.#names.push(own);
    this.#open.push(open);
    this.#found.push(open);
  }

  #enterNest(): void {
    const open = this.#open.at(-1);
    if (open === undefined) return;
    open.now += 1;
    if (open.now <= open.depth) return;
    open.depth = open.now;
    open.deepestLine = this.#line;
  }

  #leave(): void {
    const role = this.#above.pop()?.role;
    if (role === 'function' || role === 'holder') this.#names.pop();
    if (role === 'function') this.#open.pop();
    const open = this.#open.at(-1);
    if (role === 'nest' && open !== undefined) open.now -= 1;
  }

  get #line(): number {
    return this.#cursor.startPosition.row + 1;
  }
}

/** Where a function without a name gets one from what it is given to. */
const givers = [
  ...['variable_declarator', 'pair', 'assignment_expression', 'assignment', 'public_field_definition'],
  ...['field_definition', 'let_declaration', 'short_var_declaration', 'var_spec', 'assignment_statement'],
];
const nameFields = ['name', 'key', 'left', 'property', 'pattern'];
const longest = 120;

function nameOf(node: Node): string {
  const own = node.childForFieldName('name') ?? (node.type === 'impl_item' ? node.childForFieldName('type') : null);
  if (own !== null) return oneLine(own.text);
  const parent = node.parent?.type === 'expression_list' ? node.parent.parent : node.parent;
  if (parent === null || !givers.includes(parent.type)) return '';
  const given = nameFields.map((field) => parent.childForFieldName(field)).find((each) => each !== null);
  return oneLine(given?.text ?? '');
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, longest);
