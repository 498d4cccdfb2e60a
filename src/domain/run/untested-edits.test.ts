import { describe, expect, it } from 'vitest';
import type { AgentEvent } from './turn.ts';
import { untestedEdits } from './untested-edits.ts';

let count = 0;
const tool = (what: string, paths: readonly string[], ok = true): readonly AgentEvent[] => {
  const id = `t${++count}`;
  return [
    { kind: 'tool_started', id, tool: 'x', what },
    { kind: 'tool_ended', id, ok, exit: null, paths },
  ];
};
const edit = (...paths: string[]) => tool('write', paths);
const test = (ok = true) => tool('npm test', [], ok);
const found = (...events: (readonly AgentEvent[])[]) => untestedEdits(events.flat(), (what) => what === 'npm test');

describe('PC-14 edits with no run between them', () => {
  it.each([
    ['one edit', [edit('a')], []],
    ['a run between', [edit('a'), test(), edit('b'), test()], []],
    ['a red run between', [edit('a'), test(false), edit('b')], []],
    ['two', [edit('a'), edit('b')], ['b']],
    ['the same file twice', [edit('a'), edit('a')], ['a']],
    ['something else between', [edit('a'), tool('ls', []), edit('b')], ['b']],
    ['three, then two', [edit('a'), edit('b'), edit('c'), test(), edit('d'), edit('b')], ['b', 'c']],
    ['one that failed', [edit('a'), tool('write', ['b'], false)], []],
    ['one edit of several files', [edit('a', 'b')], []],
    ['two of several files', [edit('a'), edit('b', 'c')], ['b', 'c']],
  ] as const)('%s', (_, events, paths) => {
    expect(found(...(events as unknown as (readonly AgentEvent[])[]))).toEqual(paths);
  });

  it('a run that is under way when the next edit comes is none yet', () => {
    const [began, ended] = test() as [AgentEvent, AgentEvent];
    expect(found(edit('a'), [began], edit('b'), [ended], edit('c'))).toEqual(['b']);
  });

  it.each([
    ['each was followed by a run of ours', [edit('/w/a'), edit('/w/b')], ['a', 'b'], []],
    ['the first was', [edit('/w/a'), edit('/w/b'), edit('/w/c')], ['a'], ['c']],
    ['the same file was edited again, and only once tested', [edit('/w/a'), edit('/w/a'), edit('/w/a')], ['a'], ['a']],
    ['one of the files of an edit was not', [edit('/w/a', '/w/b'), edit('/w/c')], ['a'], ['c']],
    ['another file was', [edit('/w/a'), edit('/w/b')], ['c'], ['b']],
  ] as const)('where %s', (_, events, tested, paths) => {
    const within = (path: string) => path.replace('/w/', '');
    const all = (events as unknown as (readonly AgentEvent[])[]).flat();
    expect(untestedEdits(all, () => false, { tested, within })).toEqual(paths);
  });

  it.each([
    ['beside one that was told', [edit('a')], [[2, 'b']], [], ['b']],
    ['before one that was told', [edit('a')], [[0, 'b']], [], ['a']],
    [
      'twice',
      [tool('sed', []), tool('sed', [])],
      [
        [2, 'c'],
        [4, 'b'],
      ],
      [],
      ['b', 'a'],
    ],
    ['alone, with the last of them', [tool('sed', [])], [[2, 'c']], [], ['a']],
    ['in the end alone', [tool('sed', [])], [], [], []],
    ['in the end, and told before', [edit('a'), test()], [], [], []],
    ['that a tool told before it was seen', [edit('a'), edit('b')], [[4, 'a']], ['a', 'b'], []],
    ['that a tool tells after it was seen', [edit('a'), test(), edit('b')], [[4, 'b']], [], []],
    ['with a run of ours after it', [edit('a'), tool('sed', [])], [[4, 'b']], ['a', 'b'], []],
    ['with a run of its own since the look before', [edit('a'), tool('sed', []), test()], [[6, 'b']], [], []],
    [
      'with a run of its own before the look before',
      [test(), edit('a'), tool('sed', [])],
      [
        [2, 'c'],
        [6, 'b'],
      ],
      [],
      ['b'],
    ],
  ] as const)('an edit that was seen %s', (_, events, seen, tested, paths) => {
    const all = (events as unknown as (readonly AgentEvent[])[]).flat();
    const looks = [...seen.map(([after, path]) => ({ after, paths: [path] })), { after: all.length, paths: ['a'] }];
    const within = (path: string) => path;
    expect(untestedEdits(all, (what) => what === 'npm test', { tested, within, seen: looks })).toEqual(paths);
  });

  it('are told up to twenty', () => {
    expect(found(...Array.from({ length: 40 }, (_, at) => edit(`f${at}`)))).toHaveLength(20);
  });
});
