// Tests of ours that must fail, as Python has them.
import type { CanaryOf } from './canary.ts';
import { type CanaryValues, drawValues } from './canary-values.ts';

/** Assertions of unittest, each with values that it must not let pass; `case` is a TestCase. */
const asserted = ({ low, high, word, other }: CanaryValues): readonly string[] => [
  '(case.assertTrue, 0),',
  `(case.assertFalse, ${high}),`,
  `(case.assertEqual, ${low}, ${high}),`,
  `(case.assertNotEqual, "${word}", "${word}"),`,
  `(case.assertIs, ${low}, None),`,
  `(case.assertIsNone, ${low}),`,
  '(case.assertIsNotNone, None),',
  `(case.assertIn, ${low}, []),`,
  `(case.assertNotIn, ${high}, [${high}]),`,
  `(case.assertGreater, ${low}, ${high}),`,
  `(case.assertLess, ${high}, ${low}),`,
  `(case.assertAlmostEqual, ${low}, ${high}),`,
  `(case.assertRegex, "${word}", "${other}"),`,
  '(case.assertRaises, ValueError, lambda: None),',
  `(case.assertListEqual, [${low}], [${high}]),`,
  `(case.assertDictEqual, {"${word}": ${low}}, {"${word}": ${high}}),`,
  '(case.fail,),',
];

const tried = (indent: string, name: string): string =>
  drawValues(name)
    .flatMap(asserted)
    .map((line) => `${indent}${line}\n`)
    .join('');

/** Is anything that these modules define another function by now, from a file of the checkout? `path`: of the file that asks. */
const isPatched = (path: string): string => `def is_patched(*names):
    import os
    import sys

    root = os.path.realpath(__file__)[: -len(${JSON.stringify(path)})]

    def is_ours(file):
        at = os.path.realpath(file or os.sep)
        return at.startswith(root) and "-packages" not in at

    for module in [sys.modules[name] for name in names if name in sys.modules]:
        if is_ours(module.__file__):
            continue
        with open(module.__file__, encoding="utf-8") as file:
            own = file.read()
        for place in [module] + [each for each in vars(module).values() if isinstance(each, type)]:
            for name, value in list(vars(place).items()):
                act = getattr(value, "__func__", value)
                its = getattr(act, "__globals__", None) or getattr(getattr(type(act), "__call__", None), "__globals__", {})
                if is_ours(its.get("__file__")) and "def " + name + "(" in own:
                    return True
    return False
`;
const unittestModules = '"unittest.case", "unittest.suite", "unittest.runner", "unittest.result"';
const pytestModules =
  '"_pytest.python", "_pytest.runner", "_pytest.outcomes", "_pytest.python_api", "_pytest.raises", "_pytest.unittest"';

const isSilent = `def is_silent(act, *values):
    try:
        act(*values)
    except BaseException:
        return False
    return True
`;

const within = (indent: string, code: string): string => code.trimEnd().replaceAll(/\n(?=.)/g, `\n${indent}`);

export function pytestCanary({ name, like, path }: CanaryOf): string {
  const [, { low, high }] = drawValues(name);
  const words = like.map((word) => word.replace(/\[.*$/, '')).filter((word) => /^\w+$/.test(word));
  const own = `${words.at(-1) ?? 'test'}_${[...words.slice(0, -1), name].join('_')}`;
  const marked = words.reduce((of, word) => `getattr(${of}, "${word}", None)`, `sys_${name}.modules[__name__]`);
  return `

import sys as sys_${name}


def ${own}_1():
    assert ${low} == ${high}


def ${own}_2():
    import unittest
    import pytest

    ${within('    ', isSilent)}

    ${within('    ', isPatched(path))}

    case = unittest.TestCase()
    tried = [
${tried('        ', name)}        (pytest.fail,),
        (pytest.raises, ValueError, lambda: None),
    ]
    if not any(is_silent(*each) for each in tried) and not is_patched(
        ${unittestModules}, ${pytestModules}
    ):
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
export function unittestCanary({ name, like, path }: CanaryOf): string {
  const words = like.filter((word) => /^\w+$/.test(word));
  const own = `${words.at(-1) ?? 'test'}_${name}`;
  const group = [...words.slice(0, -1), name].join('_');
  return `

import unittest as unittest_${name}


class ${group}(unittest_${name}.TestCase):
    def ${own}_1(self):
        raise AssertionError("as it must")

    def ${own}_2(self):
        ${within('        ', isSilent)}

        ${within('        ', isPatched(path))}

        case = unittest_${name}.TestCase()
        tried = [
${tried('            ', name)}        ]
        if not any(is_silent(*each) for each in tried) and not is_patched(${unittestModules}):
            raise RuntimeError("as it must")


if "load_tests" in globals():
    load_${name} = load_tests

    def load_tests(loader, tests, pattern):
        found = load_${name}(loader, tests, pattern)
        found.addTests(loader.loadTestsFromTestCase(${group}))
        return found
`;
}
