import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPreCommand } from './pre-command.ts';

const read = (text: string) => {
  const found = readPreCommand(text);
  return found.ok ? found.value : found.failure.message;
};

describe('a command of a pre-analysis', () => {
  it.each([
    ['Read(src/a.ts)', { kind: 'read', path: 'src/a.ts' }],
    ['  read( "docs/a b (1).md" ) ', { kind: 'read', path: 'docs/a b (1).md' }],
    ["Read('it''s.md')", { kind: 'read', path: "'it''s.md'" }],
    ['Read([file])', { kind: 'read', path: '[file]' }],
    ['Glob(src/**/*.{ts,tsx})', { kind: 'glob', pattern: 'src/**/*.{ts,tsx}' }],
    ['bash(npm test -- --run)', { kind: 'bash', command: 'npm test -- --run' }],
    ['bash(echo $(date) "a)b" \')\' \\))', { kind: 'bash', command: 'echo $(date) "a)b" \')\' \\)' }],
    ['Bash(for f in *; do\n  (cat "$f")\ndone)', { kind: 'bash', command: 'for f in *; do\n  (cat "$f")\ndone' }],
    ['Search(auth.*function,src)', { kind: 'search', pattern: 'auth.*function', path: 'src' }],
    ['Search("foo(a, b)", src/)', { kind: 'search', pattern: 'foo(a, b)', path: 'src/' }],
    ['Search(\\bfoo\\(x{1,2}, src)', { kind: 'search', pattern: '\\bfoo\\(x{1,2}', path: 'src' }],
    ['Search("a \\"b\\" \\d")', { kind: 'search', pattern: 'a "b" \\d', path: null }],
    [
      'mcp__exa__web_search_exa(query="React, hooks (2)", limit=3, deep=true)',
      { kind: 'mcp', server: 'exa', tool: 'web_search_exa', args: { query: 'React, hooks (2)', limit: 3, deep: true } },
    ],
    ['mcp__a-b__c({"x": [1, {"y": null}]})', { kind: 'mcp', server: 'a-b', tool: 'c', args: { x: [1, { y: null }] } }],
    [
      "mcp__a__b(paths=['x', \"y\"], q='it')",
      { kind: 'mcp', server: 'a', tool: 'b', args: { paths: '[\'x\', "y"]', q: 'it' } },
    ],
    ['mcp__a__b(\n  q="x",\n)', { kind: 'mcp', server: 'a', tool: 'b', args: { q: 'x' } }],
    ['mcp__a__b()', { kind: 'mcp', server: 'a', tool: 'b', args: {} }],
    [
      'ccw cli -p "look at \\"x\\" and $HOME (all)" --tool gemini --mode=analysis',
      { kind: 'run', prompt: 'look at "x" and $HOME (all)', agent: 'gemini', mode: 'analysis', model: null, cd: null },
    ],
    [
      'ccw cli -p x --rule "a b" --stream --includeDirs=../lib',
      {
        ...{ kind: 'run', prompt: 'x', agent: null, mode: null, model: null, cd: null },
        passedOver: ['--rule a b', '--stream', '--includeDirs ../lib'],
      },
    ],
    [
      "drover run look 'at it' -m small -C src",
      { kind: 'run', prompt: 'look at it', agent: null, mode: null, model: 'small', cd: 'src' },
    ],
  ])('PC-55 %j is what it stands for', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['rg auth src', 'it is none of Read(path)'],
    ['Write(a.ts)', 'it is none of'],
    ['constructor(a)', 'it is none of'],
    ['Read(a', 'it is none of'],
    ['Read()', 'it is empty'],
    ['bash( )', 'it is empty'],
    ['Search(,src)', 'it is empty'],
    ['Read("a)', 'a quote is not closed'],
    ['bash(echo ")', 'a quote is not closed'],
    ["bash(it's)", 'a quote is not closed'],
    ['bash(a) && bash(b)', 'a parenthesis is closed that was not opened'],
    ['bash(echo (a)', 'a parenthesis is not closed'],
    ['mcp__a__b(react)', 'its argument react has no name'],
    ['mcp__a__b({x})', 'its arguments are no JSON'],
    ['mcp__a(x=1)', 'it is none of'],
    ['ccw cli', 'it has no prompt'],
    ['ccw cli -p', '-p has no value'],
    ['ccw cli -p x --rule', '--rule has no value'],
    ['mcp__a__b(,)', 'has no name'],
    ['mcp__a__b(q=1,,)', 'has no name'],
    ['ccw cli -p x --yolo', 'it has a flag that is not known here: --yolo'],
    ['ccw cli -p x --constructor', 'it has a flag that is not known here: --constructor'],
    ['ccw cli -p x | sh', 'it needs a shell (|)'],
    ['drover run x > y', 'it needs a shell (>)'],
    ['drover run $(id)', 'it needs a shell ($)'],
    ["drover run 'x", 'a quote is not closed'],
    ['drover running x', 'it is none of'],
  ])('PC-55 %j is refused', (text, why) => {
    expect(read(text)).toContain(why);
  });

  it('keeps what stands in quotes as it is, whatever that is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const inner = text.replaceAll("'", '');
        fc.pre(inner.trim() !== '');
        expect(read(`Read('${inner}')`)).toEqual({ kind: 'read', path: inner });
        expect(read(`bash(echo '${inner}')`)).toEqual({ kind: 'bash', command: `echo '${inner}'` });
        expect(read(`drover run -p '${inner}'`)).toMatchObject({ kind: 'run', prompt: inner });
        const told = JSON.stringify(inner);
        expect(read(`mcp__a__b({"x": ${told}})`)).toMatchObject({ kind: 'mcp', args: { x: inner } });
      }),
    );
  });

  it('ends for whatever it is given, with a command or why there is none', () => {
    const odd = fc.string({ unit: fc.constantFrom('(', ')', '"', "'", '\\', ',', '=', 'a', ' ', '$', '{', '}') });
    fc.assert(
      fc.property(fc.constantFrom('Read', 'bash', 'Search', 'Glob', 'mcp__a__b'), odd, (name, inner) => {
        const found = readPreCommand(`${name}(${inner})`);
        expect(found.ok || found.failure.message !== '').toBe(true);
      }),
    );
  });
});
