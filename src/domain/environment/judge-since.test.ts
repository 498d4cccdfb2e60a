import { describe, expect, it } from 'vitest';
import { findErrors } from './find-errors.ts';
import type { LogLook } from './finding.ts';
import { judgeSince } from './judge-since.ts';

const look = (lines: readonly string[], more: Partial<LogLook> = {}): LogLook => ({
  ...{ module: null, source: 'file', where: '/app.log', tail: '', lines: lines.length },
  ...{ findings: findErrors(lines, () => null), mark: null, coverage: 'whole', trouble: '', ...more },
});
const job = 'ERROR heartbeat skipped';
const elsewhere = [look(['ERROR of production'], { where: '/prod.log' })];

describe('a deployment is judged', () => {
  it('by what this place had logged before', () => {
    expect(judgeSince([look([job])], [], [look(['INFO ok'])])).toMatchObject({ verdict: 'resolved', silent: false });
    expect(judgeSince([look([job])], [], [look([job])])).toMatchObject({ verdict: 'remaining' });
  });

  it('by the errors of another place too, wherever their log is', () => {
    const own = [look([job])];
    expect(judgeSince(own, elsewhere, [look(['ERROR of production'])])).toMatchObject({ verdict: 'remaining' });
    expect(judgeSince(own, elsewhere, [look(['INFO ok'])])).toMatchObject({
      verdict: 'resolved',
      resolved: [{ text: job }, { text: 'ERROR of production' }],
    });
  });

  it('as unknown where nothing was known of it before, however well it looks', () => {
    for (const other of [[], elsewhere])
      expect(judgeSince([], other, [look(['INFO ok'])])).toMatchObject({ verdict: 'unknown', silent: false });
    expect(judgeSince([], [], [look([job])])).toMatchObject({ verdict: 'new' });
  });

  it('as unknown in words of its own where nothing was known before', () => {
    expect(judgeSince([], [], [look(['INFO ok'])]).summary).toBe('No log was known before the work.');
    expect(judgeSince([look(['INFO ok'])], [], [look(['INFO ok'])])).toMatchObject({
      ...{ verdict: 'resolved', summary: 'No errors before, and none since.' },
    });
  });

  it('by the logs of this place alone, where the other one had no errors', () => {
    const quiet = [look(['INFO ok'], { where: '/prod.log' })];
    expect(judgeSince([look([job]), look(['ok'], { where: '/b.log' })], quiet, [look(['ok'])])).toMatchObject({
      ...{ verdict: 'unknown', summary: '/b.log was in the baseline and is not there any more.', silent: false },
    });
    const two = [look(['INFO ok']), look(['INFO ok'], { where: '/b.log' })];
    expect(judgeSince([look([job]), look(['ok'], { where: '/b.log' })], elsewhere, two)).toMatchObject({
      ...{ verdict: 'resolved', resolved: [{ text: job }, { text: 'ERROR of production' }] },
    });
  });

  it('as silent where one of several logs has no line, and not where one could not be read', () => {
    const before = [look([job]), look(['ok'], { where: '/b.log' })];
    const silent = look([], { where: '/b.log' });
    expect(judgeSince(before, [], [look(['ok']), silent])).toMatchObject({ verdict: 'unknown', silent: true });
    expect(judgeSince(before, [], [look(['ok'], { coverage: 'cut' }), silent])).toMatchObject({ silent: false });
    expect(judgeSince(before, [], [look([job]), silent])).toMatchObject({ verdict: 'remaining', silent: false });
  });

  it('as silent only where nothing but a line is wanting', () => {
    expect(judgeSince([look([job])], [], [look([])])).toMatchObject({ verdict: 'unknown', silent: true });
    expect(judgeSince([look([job])], [], [look([], { coverage: 'unreadable', trouble: 'no' })])).toMatchObject({
      ...{ verdict: 'unknown', silent: false },
    });
    expect(judgeSince([look([job])], [], [])).toMatchObject({ verdict: 'unknown', silent: false });
  });
});
