import { describe, expect, it } from 'vitest';
import { planFrom } from './plan-from.ts';
import { beyondScope, readFrame, sayFrame } from './read-frame.ts';

const plan = `# Beat

## Constraints
### Technical
- no new dependency
- \`src/api.ts\` keeps its names

## Scope
### In scope
- \`src/beat/\` and what it needs
- test/beat.test.ts

### Out of Scope
- \`src/legacy/**\`, which goes next month
- the page

## Success Criteria
### SC-1: it counts minutes
- Files: src/minutes.ts

## Plan
- [ ] write it
- [x] read it
- [ ] **SC-2**: b
`;

describe('what a plan says besides its criteria', () => {
  it('is read: constraints, scope, and boxes that are no criteria', () => {
    expect(readFrame(plan)).toEqual({
      constraints: ['no new dependency', '`src/api.ts` keeps its names'],
      scope: { inside: ['src/beat/', 'test/beat.test.ts'], outside: ['src/legacy/**'] },
      todos: { open: ['write it'], done: 1 },
    });
  });

  it('is kept with the plan, where it says something, and told in a line', () => {
    const { frame } = planFrom('t', plan, null, null);
    expect(frame).toEqual(readFrame(plan));
    expect(frame === undefined ? '' : sayFrame(frame)).toBe(
      'constraints: no new dependency; `src/api.ts` keeps its names; in scope: src/beat/, test/beat.test.ts; out of scope: src/legacy/**; 1 of 2 boxes ticked',
    );
    expect(planFrom('t', '### SC-1: a\n', null, null)).not.toHaveProperty('frame');
  });

  it.each([
    ['fenced', '```\n## Constraints\n- a\n```'],
    ['of another section of the same depth', '## Scope\n## Else\n- `a/b.ts`'],
    ['said in words alone', '## Scope\n- and/or the page of Node.js'],
    ['nothing', ''],
  ])('is not what is %s', (_, text) => expect(sayFrame(readFrame(text))).toBe(''));

  it('is bounded, whatever stands there', () => {
    const { constraints, scope, todos } = readFrame(
      `## Constraints\n${'- a\n'.repeat(999)}- ${'b'.repeat(9_999)}\n## Scope\n${'- `a/b`\n'.repeat(999)}${'- [ ] c\n'.repeat(999)}`,
    );
    expect([constraints.length, scope.inside.length, todos.open.length]).toEqual([50, 200, 50]);
  });

  it.each([
    ['out of its scope', 'src/legacy/old.ts', [['src/legacy/old.ts', 'fail']]],
    ['beyond it', 'src/other.ts', [['src/other.ts', 'note']]],
    ['in it', 'src/beat/late.ts', []],
    ['named by a criterion', 'src/minutes.ts', []],
    ['of a name that begins alike', 'src/legacy2/a.ts', [['src/legacy2/a.ts', 'note']]],
  ])('tells a change %s', (_, path, expected) => {
    const { scope } = readFrame(plan);
    expect(beyondScope(scope, ['src/minutes.ts'], [path]).map(({ file, weight }) => [file, weight])).toEqual(expected);
  });

  it.each<[string, readonly string[], string, readonly string[]]>([
    ['of another kind than is out of its scope', ['src/*.css'], 'src/beat.ts', []],
    ['of a kind that is out of its scope anywhere', ['**/*.sql'], 'db/deep/a.sql', ['fail']],
    ['out of its scope beside a pattern for files anywhere', ['**/*.sql', 'src/legacy'], 'src/legacy/a.ts', ['fail']],
  ])('tells a change %s', (_, outside, path, expected) => {
    expect(beyondScope({ inside: [], outside }, [], [path]).map(({ weight }) => weight)).toEqual(expected);
  });

  it('tells a change of another kind than is in its scope', () => {
    const inside = ['src/*.css'];
    expect(beyondScope({ inside, outside: [] }, [], ['src/a.css', 'src/a.ts']).map(({ file }) => file)).toEqual([
      'src/a.ts',
    ]);
  });

  it('has nothing against a change where it names no paths', () => {
    expect(beyondScope({ inside: [], outside: [] }, ['a.ts'], ['b.ts'])).toEqual([]);
  });
});
