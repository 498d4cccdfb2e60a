// The condition with which a loop ends, as older task files write it: a JavaScript expression. It is parsed by acorn and worked out over a few kinds of nodes; it reaches nothing but what it is handed, and is never run.
import { type Expression, parseExpressionAt } from 'acorn';
import { fail, ok, type Result } from '../error.ts';

/** By name: plain JSON. */
export type Scope = Readonly<Record<string, unknown>>;
export type Condition = (scope: Scope) => boolean;

/** Which names it may speak of, and of what one has, which. */
export type Known = (name: string, member?: string) => boolean;

type Compiled = (scope: Scope) => unknown;

const longest = 4096;
/** A chain of `&&` is nested as well. */
const deepest = 100;

/** Refused with why, in words that follow it. */
export function readCondition(text: string, known: Known): Result<Condition> {
  if (text.length > longest) return refuse(`is longer than ${longest} characters`);
  try {
    const tree = parseExpressionAt(text, 0, { ecmaVersion: 2022, preserveParens: true });
    const rest = text.slice(tree.end).trim();
    if (rest !== '' && rest !== ';') return refuse('is more than one expression');
    if (isDeep(tree)) return refuse(`is nested deeper than ${deepest}`);
    const compiled = compile(tree, known);
    return ok((scope) => Boolean(compiled(scope)));
  } catch (error) {
    if (error instanceof NotAllowed) return refuse(error.message);
    // Also where the parser's stack is at its end, long after the depth that is allowed.
    if (error instanceof SyntaxError) return refuse('is no expression');
    throw error;
  }
}

/** Level by level: however deep it is, no stack ends. What is allowed is worked out on the stack of whoever asks. */
function isDeep(tree: Expression): boolean {
  let level: readonly object[] = [tree];
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1)
    level = level.flatMap((node) => Object.values(node).flat().filter(isNode));
  return level.length > 0;
}

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null && 'type' in value;

const refuse = (why: string): Result<never> => fail('FLOW_INVALID', why);

class NotAllowed extends Error {}

const notAllowed = (what: string): NotAllowed => new NotAllowed(`may not have ${what}`);

type Kind = Expression['type'];
type Of<K extends Kind> = Extract<Expression, { type: K }>;

/** All that there is; any other kind refuses the expression. */
const kinds: { readonly [K in Kind]?: (node: Of<K>, known: Known) => Compiled } = {
  Literal: ({ value, raw }) => {
    if (value !== null && !['string', 'number', 'boolean'].includes(typeof value)) throw notAllowed(raw ?? 'that');
    if (value === null && raw !== 'null') throw notAllowed(raw ?? 'that');
    return () => value;
  },
  Identifier: ({ name }, known) => {
    if (name === 'undefined') return () => undefined;
    if (!known(name)) throw notAllowed(`the name ${name}`);
    return (scope) => (Object.hasOwn(scope, name) ? scope[name] : undefined);
  },
  ParenthesizedExpression: ({ expression }, known) => compile(expression, known),
  UnaryExpression: ({ operator, argument }, known) => {
    const inner = compile(argument, known);
    if (operator === '!') return (scope) => !inner(scope);
    if (operator === '-') return (scope) => -number(inner(scope));
    throw notAllowed(operator);
  },
  LogicalExpression: ({ operator, left, right }, known) => {
    const [one, other] = [compile(left, known), compile(right, known)];
    if (operator === '&&') return (scope) => one(scope) && other(scope);
    if (operator === '||') return (scope) => one(scope) || other(scope);
    return (scope) => one(scope) ?? other(scope);
  },
  ConditionalExpression: ({ test, consequent, alternate }, known) => {
    const [asked, yes, no] = [compile(test, known), compile(consequent, known), compile(alternate, known)];
    return (scope) => (asked(scope) ? yes(scope) : no(scope));
  },
  BinaryExpression: ({ operator, left, right }, known) => {
    const compare = comparisons[operator];
    if (compare === undefined || left.type === 'PrivateIdentifier') throw notAllowed(operator);
    const [one, other] = [compile(left, known), compile(right, known)];
    return (scope) => compare(one(scope), other(scope));
  },
  ChainExpression: ({ expression }, known) => compile(expression, known),
  MemberExpression: (node, known) => {
    const [holder, name] = memberOf(node, known);
    const of = node.object.type === 'Identifier' ? node.object.name : null;
    if (of !== null && !known(of, name)) throw notAllowed(`the name ${of}.${name}`);
    return (scope) => ownOf(holder(scope), name);
  },
  CallExpression: ({ callee, arguments: given }, known) => {
    if (callee.type !== 'MemberExpression') throw notAllowed('a call of that');
    const [holder, name] = memberOf(callee, known);
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (method === undefined) throw notAllowed(`a call of ${name}`);
    const args = given.map((each) => {
      if (each.type === 'SpreadElement') throw notAllowed('...');
      return compile(each, known);
    });
    return (scope) =>
      method(
        holder(scope),
        args.map((each) => each(scope)),
      );
  },
};

function compile(node: Expression, known: Known): Compiled {
  const kind = kinds[node.type] as ((node: Expression, known: Known) => Compiled) | undefined;
  if (kind === undefined) throw notAllowed(words[node.type] ?? node.type);
  return kind(node, known);
}

const words: { readonly [K in Kind]?: string } = {
  AssignmentExpression: 'an assignment',
  ArrowFunctionExpression: 'a function',
  FunctionExpression: 'a function',
  NewExpression: '`new`',
  ThisExpression: '`this`',
  TemplateLiteral: 'a template',
  ImportExpression: '`import`',
  AwaitExpression: '`await`',
};

const number = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

/** Texts and numbers are compared with their like. */
const ordered =
  (holds: (one: number | string, other: number | string) => boolean) =>
  (one: unknown, other: unknown): boolean => {
    const alike = typeof one === typeof other && (typeof one === 'number' || typeof one === 'string');
    return alike && holds(one as number | string, other as number | string);
  };

const comparisons: Readonly<Record<string, (one: unknown, other: unknown) => unknown>> = {
  '===': (one, other) => one === other,
  '!==': (one, other) => one !== other,
  '==': (one, other) => one === other || (one == null && other == null),
  '!=': (one, other) => one !== other && !(one == null && other == null),
  '<': ordered((one, other) => one < other),
  '<=': ordered((one, other) => one <= other),
  '>': ordered((one, other) => one > other),
  '>=': ordered((one, other) => one >= other),
  '+': (one, other) => number(one) + number(other),
  '-': (one, other) => number(one) - number(other),
  '*': (one, other) => number(one) * number(other),
  '/': (one, other) => number(one) / number(other),
  '%': (one, other) => number(one) % number(other),
};

function memberOf({ object, property, computed }: Of<'MemberExpression'>, known: Known): readonly [Compiled, string] {
  if (object.type === 'Super') throw notAllowed('`super`');
  const name = computed
    ? property.type === 'Literal' && ['string', 'number'].includes(typeof property.value)
      ? String(property.value)
      : null
    : property.type === 'Identifier'
      ? property.name
      : null;
  if (name === null) throw notAllowed('a name that is worked out');
  return [compile(object, known), name];
}

/** What a value has itself, and no more. */
function ownOf(value: unknown, name: string): unknown {
  if (typeof value === 'string') return name === 'length' ? value.length : undefined;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

const ofText =
  (does: (text: string, argument: string) => unknown) =>
  (value: unknown, [argument]: readonly unknown[]): unknown => {
    if (typeof value !== 'string') return undefined;
    if (does.length < 2) return does(value, '');
    return typeof argument === 'string' ? does(value, argument) : undefined;
  };

const inText = ofText((text, part) => text.includes(part));

const methods: Readonly<Record<string, (value: unknown, args: readonly unknown[]) => unknown>> = {
  includes: (value, args) => (Array.isArray(value) ? value.includes(args[0]) : inText(value, args)),
  startsWith: ofText((text, part) => text.startsWith(part)),
  endsWith: ofText((text, part) => text.endsWith(part)),
  trim: ofText((text) => text.trim()),
  toLowerCase: ofText((text) => text.toLowerCase()),
  toUpperCase: ofText((text) => text.toUpperCase()),
};
