import { describe, expect, it } from 'vitest';
import { report as found } from '../../../test/fakes/outside.ts';
import { taskId } from '../ids.ts';
import { planFrom } from '../plan/plan-from.ts';
import type { Report } from '../plan/report.ts';
import type { Work } from '../task/work.ts';
import { commitMessage } from './commit-message.ts';

const task = taskId('shop', 1);
const report = found as Report;
const nothing = { report: null, plan: null, done: [] };
const say = (text: string, title: string, known: Pick<Work, 'report' | 'plan' | 'done'> | null = nothing) =>
  commitMessage({ text }, known, title, task);
const analyzed = (text: string, done: readonly string[] = ['SC-1'], more: Partial<Report> = {}) => {
  const whole = { ...report, ...more };
  return { report: { report: whole, text: '' }, plan: planFrom(text, null, whole, null), done };
};

describe('the commit message', () => {
  it('says the task, names a co-author, and is bounded', () => {
    expect(say('it does not fire\u0007', 'Fire')).toBe('Fire\n\nit does not fire\n\nDrover-Task: shop-1\n');
    expect(say('x'.repeat(9000), 'Fire').length).toBeLessThan(4100);
    expect(commitMessage({ text: 'x' }, null, 'Fire', task, 'Ada <ada@example.org>')).toBe(
      'Fire\n\nx\n\nDrover-Task: shop-1\nCo-authored-by: Ada <ada@example.org>\n',
    );
  });

  it.each([
    ['It does not fire.', 'fix: it does not fire'],
    ['it does not fire', 'It does not fire'],
    ['fix(jobs): it does not fire\n', 'fix(jobs): it does not fire'],
  ])('WT-35 that would only repeat the title has no body: %j under %j', (text, title) => {
    const bare = `${title}\n\nDrover-Task: shop-1\n`;
    expect(say(text, title)).toBe(bare);
    expect(say(text, title, { ...nothing, plan: planFrom(text, null, null, null) })).toBe(bare);
  });

  it('WT-35 says the rest of a text whose first line is the title, and a line that was cut for it whole', () => {
    expect(say('It does not fire\n\nOnly at night.', 'It does not fire')).toBe(
      'It does not fire\n\nOnly at night.\n\nDrover-Task: shop-1\n',
    );
    const long = 'word '.repeat(30).trim();
    expect(say(long, `${long.slice(0, 71)}…`)).toContain(`\n\n${long}\n\n`);
  });

  it('WT-35 says why: the cause, the proposal that was chosen, and what is done', () => {
    expect(say('it does not fire', 'fix: it does not fire', analyzed('it does not fire'))).toBe(
      [
        ...['fix: it does not fire', 'minutes are taken for seconds', 'multiply: multiply by 60'],
        ...['Done:\n- it fires on time', 'Drover-Task: shop-1\n'],
      ].join('\n\n'),
    );
    expect(say('it does not fire', 'fix', analyzed('it does not fire', []))).not.toContain('Done:');
    const own = { report: null, plan: planFrom('x', 'Count in minutes.', null, null), done: [] };
    expect(say('x', 'x', own)).toBe('x\n\nCount in minutes.\n\nDrover-Task: shop-1\n');
    expect(say('x', 'Rename it, as asked', null)).toBe('Rename it, as asked\n\nx\n\nDrover-Task: shop-1\n');
  });

  it('closes no issue and skips no checks by the words of an agent; a person may', () => {
    const cause = 'Fixes #12 [skip ci] and resolves: acme/shop#7 [ci skip] ***NO_CI***, see #9';
    expect(say('x', 'x', analyzed('x', [], { cause }))).toContain(
      'Fixes no. 12 (skip ci) and resolves: acme/shop no. 7 (ci skip) NO_CI, see #9',
    );
    expect(say('Fixes #12 [skip ci]', 'Fire')).toContain('\n\nFixes #12 [skip ci]\n\n');
  });
});
