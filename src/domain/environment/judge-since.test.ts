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

  it('as silent only where nothing but a line is wanting', () => {
    expect(judgeSince([look([job])], [], [look([])])).toMatchObject({ verdict: 'unknown', silent: true });
    expect(judgeSince([look([job])], [], [look([], { coverage: 'unreadable', trouble: 'no' })])).toMatchObject({
      ...{ verdict: 'unknown', silent: false },
    });
    expect(judgeSince([look([job])], [], [])).toMatchObject({ verdict: 'unknown', silent: false });
  });
});
