// Node's JUnit reporter drops the failure of a test that has subtests of its own; its spec reporter tells it among the failing ones.
// Until the reporter tells it too, the printed list is read beside the report.

import { type TestCase, within } from './results.ts';

/** Failing tests in the list at the end of `printed` that no failing case stands for. */
export function failingParents(cases: readonly TestCase[], printed: string): readonly TestCase[] {
  const list = printed.split('\n✖ failing tests:\n')[1] ?? '';
  const known = new Set(
    cases.filter(({ status }) => status === 'failed').map(({ file, path }) => key(file, path.at(-1) ?? file)),
  );
  const files = [...new Set(cases.map(({ file }) => file))];
  return [...list.matchAll(/^test at (.+?):(\d+):\d+\n✖ (.*?) \([\d.]+ms\)$/gm)].flatMap(
    ([, place = '', line, name = '']) => {
      const shown = within(undefined, place);
      const file = files.find((each) => each === shown || shown.endsWith(`/${each}`)) ?? shown;
      return known.has(key(file, name))
        ? []
        : [{ file, path: name === file ? [] : [name], status: 'failed' as const, text: `failed\n${file}:${line}` }];
    },
  );
}

const key = (file: string, name: string): string => `${file}\n${name}`;
