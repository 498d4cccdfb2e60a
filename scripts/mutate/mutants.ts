// The mutants of a source file: each is one small fault, as a replacement of a piece of its text.
import { parseSync, Visitor } from 'oxc-parser';

export type Mutant = {
  /** Path from the project's root. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly line: number;
  readonly kind: string;
  /** Where the nearest function around it begins; null: it runs when the file is loaded. */
  readonly inside: number | null;
};

type Node = { readonly type: string; readonly start: number; readonly end: number };
type Fault = {
  readonly at: { readonly start: number; readonly end: number };
  readonly text: string;
  readonly kind: string;
};

/** The other one of two operators that are easily confused. */
const operators: Readonly<Record<string, string>> = {
  ...{ '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '&&': '||', '||': '&&', '??': '&&' },
};
const methods: Readonly<Record<string, string>> = {
  ...{ some: 'every', every: 'some', startsWith: 'endsWith', endsWith: 'startsWith' },
  ...{ toLowerCase: 'toUpperCase', min: 'max', max: 'min', trim: 'toString' },
};

export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const functions: Node[] = [];
  // What stands in a type is gone when anything runs.
  const types: Node[] = [];
  const faults: Fault[] = [];
  const text = ({ start, end }: Node) => source.slice(start, end);
  const say = (at: Fault['at'], replacement: string, kind: string) => faults.push({ at, text: replacement, kind });
  const enter = (node: Node) => functions.push(node);
  const swap = (node: Node & { left: Node; right: Node; operator: string }, kind: string) => {
    const other = operators[node.operator];
    if (other !== undefined) say({ start: node.left.end, end: node.right.start }, ` ${other} `, kind);
  };
  const negate = (test: Node | null) => {
    if (test !== null) say(test, `!(${text(test)})`, 'negated condition');
  };
  const drop = (elements: readonly (Node | null)[], kind: string) => {
    for (const [index, element] of elements.entries()) {
      const next = elements[index + 1];
      if (element !== null) say({ start: element.start, end: next?.start ?? element.end }, '', kind);
    }
  };

  new Visitor({
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    TSLiteralType: (node) => types.push(node),
    TSTypeLiteral: (node) => types.push(node),
    TSInterfaceBody: (node) => types.push(node),
    BinaryExpression: (node) => swap(node, 'operator'),
    LogicalExpression: (node) => swap(node, 'logic'),
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    WhileStatement: ({ test }) => negate(test),
    UnaryExpression: (node) => {
      if (node.operator === '!') say(node, text(node.argument), 'negation removed');
    },
    AwaitExpression: (node) => say(node, text(node.argument), 'await removed'),
    ExpressionStatement: (node) => say(node, ';', 'statement removed'),
    ObjectExpression: ({ properties }) => drop(properties, 'property removed'),
    ArrayExpression: ({ elements }) => drop(elements, 'element removed'),
    MemberExpression: ({ property, computed }) => {
      const other = property.type === 'Identifier' && !computed ? methods[property.name] : undefined;
      if (other !== undefined) say(property, other, 'method');
    },
    Literal: (node) => {
      if ('regex' in node && node.regex)
        for (const piece of regexFaults(text(node))) say(node, piece, 'regular expression');
      else if (typeof node.value === 'boolean') say(node, String(!node.value), 'boolean');
      else if (typeof node.value === 'number') say(node, String(node.value + 1), 'number');
      else if (typeof node.value === 'string' && node.value !== '') say(node, "''", 'text');
    },
  }).visit(program);

  const skipped = [...importsOf(program.body as readonly Node[]), ...types];
  return faults
    .filter(({ at }) => !skipped.some(({ start, end }) => at.start >= start && at.end <= end))
    .map(({ at, text: replacement, kind }) => ({
      ...{ file, start: at.start, end: at.end, text: replacement, kind },
      line: source.slice(0, at.start).split('\n').length,
      inside: innermost(functions, at)?.start ?? null,
    }));
}

/** Each anchor, quantifier and alternative of a pattern gone once. */
function regexFaults(pattern: string): readonly string[] {
  const pieces = [...pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[:=!]|\^|\$|[?*+]|\|[^|()[\]\\]+/g)];
  return pieces
    .filter(([piece]) => /^(?:[\^$?*+]|\|)/.test(piece))
    .map((piece) => pattern.slice(0, piece.index) + pattern.slice(piece.index + piece[0].length))
    .filter((changed) => isPattern(changed));
}

function isPattern(literal: string): boolean {
  const end = literal.lastIndexOf('/');
  try {
    new RegExp(literal.slice(1, end), literal.slice(end + 1));
    return end > 1;
  } catch {
    return false;
  }
}

const importsOf = (body: readonly Node[]): readonly Node[] =>
  body.filter(({ type }) => type === 'ImportDeclaration' || type === 'ExportAllDeclaration');

function innermost(functions: readonly Node[], at: Fault['at']): Node | undefined {
  return functions
    .filter(({ start, end }) => start <= at.start && at.end <= end && !(start === at.start && end === at.end))
    .reduce<Node | undefined>((best, node) => (best === undefined || node.start > best.start ? node : best), undefined);
}

/** The file's text with the fault in it. */
export const applyMutant = (source: string, { start, end, text }: Mutant): string =>
  source.slice(0, start) + text + source.slice(end);

/** The file's text with a call at the beginning of every function that tells that it was reached. */
export function instrument(file: string, source: string): string {
  const { program } = parseSync(file, source);
  const inserts: { readonly at: number; readonly text: string }[] = [];
  const enter = (node: Node & { body?: (Node & { body?: unknown }) | null; expression?: boolean }) => {
    const { body } = node;
    if (body === null || body === undefined) return;
    const hit = `globalThis.__reached?.add(${JSON.stringify(`${file}:${node.start}`)})`;
    if (body.type === 'BlockStatement' || body.type === 'FunctionBody')
      inserts.push({ at: body.start + 1, text: `${hit};` });
    else inserts.push({ at: body.start, text: `(${hit},` }, { at: body.end, text: ')' });
  };
  new Visitor({ FunctionDeclaration: enter, FunctionExpression: enter, ArrowFunctionExpression: enter }).visit(program);
  // At one place the later insert belongs to the inner function: it closes first.
  return inserts
    .map((insert, order) => ({ ...insert, order }))
    .sort((one, other) => other.at - one.at || other.order - one.order)
    .reduce((changed, { at, text }) => changed.slice(0, at) + text + changed.slice(at), source);
}

/** Draws up to `count` of them; the same seed draws the same. */
export function sample<Item>(items: readonly Item[], count: number, seed: number): readonly Item[] {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const left = [...items];
  const drawn: Item[] = [];
  while (drawn.length < count && left.length > 0) drawn.push(...left.splice(Math.floor(next() * left.length), 1));
  return drawn;
}
