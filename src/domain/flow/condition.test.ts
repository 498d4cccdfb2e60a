import { describe, expect, it } from 'vitest';
import { readCondition } from './condition.ts';

const scope = {
  current_iteration: 3,
  test_stdout: ' 12 passed, 0 failed ',
  state_variables: { score: 91, tags: ['a', 'b'], nothing: null, deep: { ok: true } },
};
const known = (name: string) => name in scope || name === 'missing_stdout';

function outcomeOf(text: string): boolean | string {
  const read = readCondition(text, known);
  return read.ok ? read.value(scope) : read.failure.message;
}

describe('the condition of a loop', () => {
  it.each([
    ['true', true],
    ['current_iteration >= 3', true],
    ['current_iteration > 3', false],
    ['current_iteration + 1 === 4 && current_iteration % 2 !== 0', true],
    ['current_iteration - 1 === 2 && current_iteration * 2 === 6 && 6 / current_iteration === 2', true],
    ["test_stdout.includes('12 passed')", true],
    ["!test_stdout.includes('0 failed')", false],
    ["test_stdout.trim().startsWith('12') && test_stdout.trim().endsWith('failed')", true],
    ["test_stdout.toUpperCase().includes('PASSED') || false", true],
    ["(current_iteration < 2 ? 'a' : 'b') === 'b'", true],
    ['state_variables.score > 90 && state_variables["deep"].ok', true],
    ["state_variables.tags.includes('b') && state_variables.tags[0] === 'a'", true],
    ['state_variables.tags.length === 2 && test_stdout.length > 5', true],
    ["missing_stdout?.includes('x') ?? false", false],
    ["missing_stdout.includes('x')", false],
    ["current_iteration === 4 || test_stdout.includes('12')", true],
    ['0 || false', false],
    ['0 ?? true', false],
    ['current_iteration < 3 || current_iteration <= 2', false],
    ["current_iteration <= 3 && 'a' < 'b'", true],
    ['state_variables.deep <= state_variables.deep', false],
    ['current_iteration % 2 === 1', true],
    ["test_stdout.toLowerCase().includes('passed') && !test_stdout.toLowerCase().includes('PASSED')", true],
    ['state_variables.nothing == null && missing_stdout == undefined', true],
    ['missing_stdout == current_iteration || current_iteration == null', false],
    ['current_iteration != 3 || state_variables.nothing != missing_stdout', false],
    ['current_iteration != 4 && current_iteration != null && null != current_iteration', true],
    ['true ; ', true],
    ["'3' == current_iteration || '3' >= current_iteration", false],
    ['-current_iteration === -3;', true],
    ['test_stdout.startsWith()', false],
    ['state_variables.nothing.x.y', false],
  ])('%s is %s', (text, expected) => {
    expect(outcomeOf(text)).toBe(expected);
  });

  it.each([
    ['process.exit(1)', 'the name process'],
    ['globalThis', 'the name globalThis'],
    ["require('fs')", 'a call of that'],
    ["import('fs')", '`import`'],
    ['this.constructor', '`this`'],
    ["''['con' + 'structor']['constructor']('return process')()", 'a call of that'],
    ["test_stdout['con' + 'structor']", 'a name that is worked out'],
    ['test_stdout.constructor("x")', 'a call of constructor'],
    ['state_variables.toString()', 'a call of toString'],
    ['test_stdout.repeat(1e9)', 'a call of repeat'],
    ['(() => true)()', 'a call of that'],
    ['() => true', 'a function'],
    ['current_iteration = 9', 'an assignment'],
    ['`x`', 'a template'],
    ['/x/.exec(test_stdout)', '/x/'],
    ['/x/', '/x/'],
    ['1n', '1n'],
    ['super.x', 'is no expression'],
    ['[1]', 'ArrayExpression'],
    ['new Date()', '`new`'],
    ['typeof test_stdout', 'typeof'],
    ["'a' in state_variables", 'in'],
    ['test_stdout.includes(...state_variables.tags)', '...'],
    ['true; process.exit()', 'is more than one expression'],
    ['while (true) {}', 'is no expression'],
    ["state_variables?.constructor('x')", 'a call of constructor'],
    ['current_iteration?.()', 'a call of that'],
    ['test_stdout.includes.call(test_stdout)', 'a call of call'],
    ['state_variables[test_stdout]', 'a name that is worked out'],
    [`\`\${current_iteration}\``, 'a template'],
    ['test_stdout`x`', 'TaggedTemplateExpression'],
    ['/(a+)+$/.test(test_stdout)', '/(a+)+$/'],
    ['test_stdout.match("(a+)+$")', 'a call of match'],
    ["eval('1')", 'a call of that'],
    ['arguments', 'the name arguments'],
    ['\\u0070rocess.exit()', 'the name process'],
    ['test_stdout.\\u0063onstructor("x")', 'a call of constructor'],
    ['({ get a() { return 1 } }).a', 'ObjectExpression'],
    ['true && class {}', 'ClassExpression'],
    ['new.target', 'is no expression'],
    ['import.meta', 'is no expression'],
    ['#x in state_variables', 'is no expression'],
    ['current_iteration++', 'UpdateExpression'],
    ['delete state_variables.tags', 'delete'],
    ['true, false', 'SequenceExpression'],
    ['9 ** 9', '**'],
    ['true <!-- false', 'is more than one expression'],
    ['𝒂', 'the name 𝒂'],
    ['', 'is no expression'],
  ])('PC-80 %s reaches nothing: %s', (text, why) => {
    expect(String(outcomeOf(text))).toContain(why);
  });

  it.each([
    ['-', `${' -'.repeat(2000)}1`],
    ['!', `${'!'.repeat(4000)}1`],
    ['+', `${'1+'.repeat(2000)}1`],
    ['(', `${'('.repeat(101)}1${')'.repeat(101)}`],
    ['.', `state_variables${'.a'.repeat(2000)}`],
    ['?.', `state_variables${'?.a'.repeat(1300)}`],
    ['||', `${'false||'.repeat(500)}true`],
    ['? :', `${'true?1:'.repeat(500)}1`],
    ['a call', `test_stdout${'.trim()'.repeat(500)}`],
  ])('PC-80 nested in %s is refused by its depth, however much of a stack is left', (_of, text) => {
    expect(outcomeOf(text)).toBe('is nested deeper than 100');
  });

  it.each([
    ['1e999 > 9', true],
    [`${'9'.repeat(4000)} > 1`, true],
    ['1_000 === 0x3e8', true],
    ['\\u0074est_stdout.length > 1', true],
    ['state_variables["__proto__"].constructor == undefined', true],
    ['state_variables.\\u005f_proto__ == undefined', true],
    ['test_stdout[0] == undefined', true],
    ['test_stdout.includes == undefined', true],
    [`${'true && '.repeat(90)}false`, false],
  ])('PC-80 %s is %s', (text, expected) => {
    expect(outcomeOf(text)).toBe(expected);
  });

  it.each([
    ['state_variables.tags', true],
    ['state_variables["tags"].length > 0', true],
    ['state_variables?.tags', true],
    ['state_variables.score > 1', 'may not have the name state_variables.score'],
    ['state_variables?.["score"]', 'may not have the name state_variables.score'],
  ])('of what a name has it may speak of what is known: %s', (text, expected) => {
    const read = readCondition(text, (name, member) => known(name) && (member === undefined || member === 'tags'));
    expect(read.ok ? read.value(scope) : read.failure.message).toBe(expected);
  });

  it('PC-80 ends the reading of what is too long', () => {
    expect(outcomeOf(`${'('.repeat(2000)}1${')'.repeat(2000)}`)).toBe('is no expression');
    expect(outcomeOf(`${'!'.repeat(5000)}1`)).toBe('is longer than 4096 characters');
    expect(outcomeOf('true'.padEnd(4096))).toBe(true);
    expect(outcomeOf('true'.padEnd(4097))).toBe('is longer than 4096 characters');
  });

  it('PC-80 has of a value only what is its own', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      for (const of of ['state_variables', 'test_stdout', 'state_variables.tags'])
        expect(outcomeOf(`${of}.${name} == undefined`)).toBe(true);
  });
});
