import { describe, expect, it } from 'vitest';
import type { Looked } from '../run/lookup.ts';
import type { OnError, PreAnalysisStep } from './node.ts';
import { afterLookup, nextLookup, type PreAnalysis, preAnalysisBegun } from './pre-analysis.ts';

const step = (name: string, onError: OnError, ...commands: string[]): PreAnalysisStep => ({
  ...{ step: name, action: 'look', commands, outputTo: `out${name}`, onError },
});
const found = (bytes = 10, more: Partial<Looked> = {}): Looked => ({ ok: true, why: '', bytes, cut: false, ...more });
const broken: Looked = found(4, { ok: false, why: 'exit 7' });

/** Each command with what came of it, until nothing is next. */
function play(steps: readonly PreAnalysisStep[], came: readonly Looked[]) {
  let at: PreAnalysis = preAnalysisBegun;
  const asked: string[] = [];
  for (const [index, looked] of came.entries()) {
    const next = nextLookup(steps, at);
    if (next.kind !== 'look') break;
    asked.push('command' in next.command ? next.command.command : next.command.kind);
    at = afterLookup(steps, at, { run: `r${index + 1}`, looked });
  }
  return { asked, at, next: nextLookup(steps, at) };
}

describe('a pre-analysis', () => {
  it('PC-53 two commands with one name are its value one behind the other, in their order', () => {
    const steps = [step('1', 'fail', 'bash(a)', 'bash(b)'), { ...step('2', 'fail', 'bash(c)'), outputTo: 'out1' }];
    const { asked, at, next } = play(steps, [found(), found(20), found(30)]);
    expect(asked).toEqual(['a', 'b', 'c']);
    expect(next).toEqual({ kind: 'done' });
    expect(at.values).toEqual({
      out1: [
        { run: 'r1', bytes: 10 },
        { run: 'r2', bytes: 20 },
        { run: 'r3', bytes: 30 },
      ],
    });
  });

  it.each<[string, OnError, readonly string[], PreAnalysis['values'], string]>([
    ['PC-49', 'fail', ['a'], {}, 'failed'],
    ['PC-50', 'continue', ['a', 'b', 'c'], { out1: [part(1, 4), part(2, 10)], out2: [part(3, 10)] }, 'done'],
    ['PC-51', 'skip', ['a', 'c'], { out1: [], out2: [part(2, 10)] }, 'done'],
  ])('%s where a command fails and its step says %s, what runs is %j', (_, onError, asked, values, kind) => {
    const steps = [step('1', onError, 'bash(a)', 'bash(b)'), step('2', 'fail', 'bash(c)')];
    const played = play(steps, [broken, found(), found()]);
    expect(played.asked).toEqual(asked);
    expect(played.at.values).toEqual(values);
    expect(played.next.kind).toBe(kind);
    expect(played.at.notes).toEqual(['step 1 of the pre-analysis (look): bash(a): exit 7']);
  });

  it('PC-49 what ended it is told by its step, its command and why', () => {
    const { next } = play([step('1', 'fail', 'bash(a)')], [broken]);
    expect(next).toEqual({ kind: 'failed', why: 'step 1 of the pre-analysis (look): bash(a): exit 7' });
  });

  it('PC-55 a command that does not parse ends it before anything of it runs', () => {
    const { asked, next } = play([step('1', 'continue', 'bash(echo ")')], [found()]);
    expect(asked).toEqual([]);
    expect(next).toMatchObject({ kind: 'failed', why: expect.stringContaining('a quote is not closed') });
  });

  it('steps without commands are passed over, at the beginning, between others and at the end', () => {
    const empty = step('0', 'fail');
    const { asked, at, next } = play([empty, empty, step('1', 'fail', 'bash(a)'), empty], [found()]);
    expect([asked, Object.keys(at.values), next.kind]).toEqual([['a'], ['out1'], 'done']);
    expect(nextLookup([], preAnalysisBegun)).toEqual({ kind: 'done' });
    expect(nextLookup([empty], preAnalysisBegun)).toEqual({ kind: 'done' });
  });

  it('PC-53 a step has at most 4 MiB, and what is cut away is said', () => {
    const mib = 1024 * 1024;
    const steps = [step('1', 'fail', ...'abcdef'.split('').map((name) => `bash(${name})`))];
    const { at } = play(
      steps,
      Array.from({ length: 6 }, () => found(mib - 1, { cut: true })),
    );
    expect(at.values.out1?.map(({ bytes }) => bytes)).toEqual([...[mib - 1, mib - 1, mib - 1, mib - 1], ...[4, 0]]);
    expect(at.notes.filter((note) => note.includes('longer than 4 MiB'))).toHaveLength(2);
    expect(at.notes.filter((note) => note.includes('more than 1 MiB'))).toHaveLength(6);
  });

  it('a name that nothing is known of is told, and one that was skipped is known', () => {
    const steps = [step('1', 'skip', 'bash(a)'), step('2', 'fail', 'Read([out1])', 'Read([nobody])')];
    const { at } = play(steps, [broken, found(), found()]);
    expect(at.notes.slice(1)).toEqual([
      'step 2 of the pre-analysis (look): Read([nobody]): nothing is known of nobody, which stays as it stands',
    ]);
  });

  it('an agent that it asks to write is asked in analysis, which is told', () => {
    const commands = ['ccw cli -p x --mode write', 'ccw cli -p x --mode analysis', 'drover run x'];
    const { at } = play([step('1', 'fail', ...commands)], [found(), found(), found()]);
    expect(at.notes).toEqual([expect.stringMatching(/--mode write: it was asked in analysis/)]);
  });

  it('a flag of another program that says nothing here is told', () => {
    const command = 'ccw cli -p x --rule analysis-trace --stream';
    expect(play([step('1', 'fail', command)], [found()]).at.notes).toEqual(
      ['--rule analysis-trace', '--stream'].map(
        (flag) => `step 1 of the pre-analysis (look): ${command}: ${flag} says nothing here, and is passed over`,
      ),
    );
  });

  it('PC-51 a step that is skipped takes nothing away of what another found under its name', () => {
    const first = step('1', 'fail', 'bash(a)', 'bash(b)');
    const steps = [first, { ...step('2', 'skip', 'bash(c)', 'bash(d)'), outputTo: 'out1' }];
    const came = [found(), found(15), found(20), broken];
    expect(play(steps, came).at.values).toEqual({ out1: [part(1, 10), part(2, 15)] });
  });

  it('nobody asks for what a step without a name finds', () => {
    const steps = [{ ...step('1', 'fail', 'bash(a)'), outputTo: null }];
    expect(play(steps, [found()]).at.values).toEqual({});
  });
});

function part(run: number, bytes: number) {
  return { run: `r${run}`, bytes };
}
