// Tests of ours that must fail, as Python has them.
import type { CanaryOf } from './canary.ts';

/** Assertions of unittest, each with values that it must not let pass; `case` is a TestCase. */
const asserted = [
  '(case.assertTrue, 0),',
  '(case.assertFalse, 1),',
  '(case.assertEqual, 1, 2),',
  '(case.assertNotEqual, 1, 1),',
  '(case.assertIs, 1, None),',
  '(case.assertIsNone, 1),',
  '(case.assertIsNotNone, None),',
  '(case.assertIn, 1, []),',
  '(case.assertNotIn, 1, [1]),',
  '(case.assertGreater, 1, 2),',
  '(case.assertLess, 2, 1),',
  '(case.assertAlmostEqual, 1, 2),',
  '(case.assertRegex, "a", "b"),',
  '(case.assertRaises, ValueError, lambda: None),',
  '(case.assertListEqual, [1], [2]),',
  '(case.assertDictEqual, {1: 1}, {1: 2}),',
  '(case.fail,),',
];

const tried = (indent: string): string => asserted.map((line) => `${indent}${line}\n`).join('');

const isSilent = `def is_silent(act, *values):
    try:
        act(*values)
    except BaseException:
        return False
    return True
`;

export function pytestCanary({ name, like }: CanaryOf): string {
  const words = like.map((word) => word.replace(/\[.*$/, '')).filter((word) => /^\w+$/.test(word));
  const own = `${words.at(-1) ?? 'test'}_${[...words.slice(0, -1), name].join('_')}`;
  const marked = words.reduce((of, word) => `getattr(${of}, "${word}", None)`, `sys_${name}.modules[__name__]`);
  return `

import sys as sys_${name}


def ${own}_1():
    assert 0 == 1


def ${own}_2():
    import unittest
    import pytest

    ${isSilent.trimEnd().replaceAll('\n', '\n    ')}

    case = unittest.TestCase()
    tried = [
${tried('        ')}        (pytest.fail,),
        (pytest.raises, ValueError, lambda: None),
    ]
    if not any(is_silent(*each) for each in tried):
        raise RuntimeError("as it must")


for each_${name} in (${own}_1, ${own}_2):
    each_${name}.pytestmark = [
        mark
        for mark in getattr(${marked}, "pytestmark", [])
        if mark.name not in ("parametrize", "usefixtures", "xfail", "skip", "skipif")
    ]
del each_${name}
`;
}

/** One class more in the file; tests that the file gathers itself are joined by ours. */
export function unittestCanary({ name, like }: CanaryOf): string {
  const words = like.filter((word) => /^\w+$/.test(word));
  const own = `${words.at(-1) ?? 'test'}_${name}`;
  const group = [...words.slice(0, -1), name].join('_');
  return `

import unittest as unittest_${name}


class ${group}(unittest_${name}.TestCase):
    def ${own}_1(self):
        raise AssertionError("as it must")

    def ${own}_2(self):
        ${isSilent.trimEnd().replaceAll('\n', '\n        ')}

        case = unittest_${name}.TestCase()
        tried = [
${tried('            ')}        ]
        if not any(is_silent(*each) for each in tried):
            raise RuntimeError("as it must")


if "load_tests" in globals():
    load_${name} = load_tests

    def load_tests(loader, tests, pattern):
        found = load_${name}(loader, tests, pattern)
        found.addTests(loader.loadTestsFromTestCase(${group}))
        return found
`;
}
