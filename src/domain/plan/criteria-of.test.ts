import { describe, expect, it } from 'vitest';
import { criteriaOf } from './plan-from.ts';

const read = (text: string) => criteriaOf(text).map((one) => [one.label, one.text, one.verify, one.files]);

describe('criteria of a plan', () => {
  it('are read as headings, as boxes to tick, and as plain lines', () => {
    const plan = [
      '# Heartbeat',
      '### SC-1: it fires after five minutes',
      '- **Verify**: `npm test`',
      '- Files: `src/beat.js`, test/beat.test.js',
      '- [ ] **SC-2**: it is told once',
      '  - **Verify**: node --test told',
      'SC-3: 日志里没有错误',
      '- Verify: npm run lint',
      '- Expected: nothing',
    ].join('\n');
    expect(read(plan)).toEqual([
      ['SC-1', 'it fires after five minutes', 'npm test', ['src/beat.js', 'test/beat.test.js']],
      ['SC-2', 'it is told once', 'node --test told', []],
      ['SC-3', '日志里没有错误', 'npm run lint', []],
    ]);
  });

  it('are none in prose, in code, or twice', () => {
    expect(read('Do it so. SC-1 is important: see above.\n\nVerify: npm test')).toEqual([]);
    expect(read('```\nSC-1: not this\n```\nSC-2: this\nSC-2: again')).toEqual([['SC-2', 'this', null, []]]);
    expect(criteriaOf(Array.from({ length: 99 }, (_, at) => `SC-${at}: x`).join('\n'))).toHaveLength(50);
  });

  it('take no time over lines made to be slow', () => {
    const text = `SC-1: ${' '.repeat(50_000)}\n- verify: ${'`'.repeat(50_000)}\n${'#'.repeat(50_000)}`;
    expect(criteriaOf(text).length).toBeLessThan(2);
  });
});
