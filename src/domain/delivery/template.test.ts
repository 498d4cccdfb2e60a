import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillTemplate, type Part } from './template.ts';

const parts: readonly Part[] = [
  { name: 'what', heading: '## What and why', text: 'It was wrong.' },
  { name: 'gates', heading: '## Gates', text: '- test: **passed**' },
  { name: 'verify', heading: '## How to verify', text: '- `npm test`' },
];

it('each part goes under the heading that asks for it, and the rest stands after', () => {
  const template = `Thanks!
<!-- Tell us what
# Description
-->
# Description

# How has this been tested?
By whom?

## Checklist
- [ ] I read the rules
`;
  expect(fillTemplate(template, parts)).toBe(`Thanks!

# Description

It was wrong.

# How has this been tested?

- \`npm test\`

By whom?

## Checklist

- [ ] I read the rules

## Gates

- test: **passed**
`);
});

it('a template without headings stands before all that is ours', () => {
  expect(fillTemplate('- [ ] signed', parts.slice(0, 1))).toBe('- [ ] signed\n\n## What and why\n\nIt was wrong.\n');
});

it('what looks like a heading in a block of code is none, and one heading takes one part', () => {
  const template = '## Summary\n```\n# Tests\n```\n';
  const filled = fillTemplate(template, parts);
  expect(filled.indexOf('It was wrong.')).toBeLessThan(filled.indexOf('# Tests'));
  expect(filled.indexOf('- `npm test`')).toBeGreaterThan(filled.indexOf('## How to verify'));
  const twice = fillTemplate('# What and tests', parts);
  expect(twice).toContain('# What and tests\n\nIt was wrong.');
  expect(twice).toContain('## How to verify\n\n- `npm test`');
});

it('whatever the template is, nothing of ours is lost', () => {
  const odd = fc.array(fc.constantFrom('<!--', '-->', '# What', '## Tests', '```', 'text', '', '\r', '# CI'), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(odd, (lines) => {
      const filled = fillTemplate(lines.join('\n'), parts);
      for (const { text } of parts) expect(filled).toContain(text);
    }),
  );
  expect(fillTemplate('<!--'.repeat(50_000), parts)).toContain('It was wrong.');
});
