// Tasks whose proof asks a person, and those whose proof takes its long ways, while the daemon, or the keeper, is killed at named points; and what must be true at their end.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { QuestionList } from '../../src/contract/question.ts';
import type { TaskDetail, TaskEvidence } from '../../src/contract/task.ts';
import type { Need } from '../needs/needs.ts';
import { begin, type CrashRun, expectOnce, underKills } from './crash-run.ts';
import { openWorld, type World } from './world.ts';

type Files = Readonly<Record<string, string>>;

export type ProofScene = {
  /** What its end looks like besides: of the question that it asked, null where it asked none, and of its evidence. */
  readonly expects: (asked: string | null, evidence: TaskEvidence['evidence']) => void;
  readonly project: Files;
  readonly need: Need;
  readonly gate: string;
  readonly edits: Files;
  /** How many checkouts its criterion needs. */
  readonly stagings: number;
};

const pyPrice =
  'def discount(price, percent):\n    return price - percent\n\n\ndef total(prices):\n    return sum(prices)\n\n\ndef label(price):\n    return "%d" % price\n';
const pyTests = (tests: string): string => `from price import discount, label, total\n\n\n${tests}`;
const pyproject = (paths: string): string =>
  `[project]\nname = "till"\nversion = "1"\n\n[tool.pytest.ini_options]\npythonpath = ["."]\ntestpaths = [${paths}]\n`;
const pyOld = (sum: number): string =>
  `def test_sums_up():\n    assert total([1, 2]) == ${sum}\n\n\ndef test_labels():\n    assert label(1)\n`;

const phpPrice =
  '<?php\nfunction discount(int $price, int $percent): int\n{\n    return $price - $percent;\n}\n\nfunction total(array $prices): int\n{\n    return array_sum($prices);\n}\n';
const phpTest = (name: string, is: string): string =>
  `<?php\nrequire_once __DIR__ . '/../src/price.php';\n\nfinal class ${name} extends PHPUnit\\Framework\\TestCase\n{\n    public function test${name}(): void\n    {\n        $this->assertSame(${is});\n    }\n}\n`;

const why = (evidence: TaskEvidence['evidence'], gate: string): string =>
  evidence.findLast((line) => line.gate === gate)?.why ?? '';

const inPython = { need: 'pytest', gate: 'python3 -m pytest' } as const;
const tenth = pyTests('def test_takes_a_tenth_off():\n    assert discount(50, 10) == 45\n');
const python: Files = {
  'pyproject.toml': pyproject('"tests"'),
  'price.py': pyPrice,
  'tests/test_price.py': pyTests(pyOld(3)),
};
const pyFixed = pyPrice.replace('price - percent', 'price - price * percent / 100');

export const proofScenes = {
  /** An expectation that changed (P4), and a function that no test demands (P3). */
  asked: {
    ...inPython,
    project: python,
    edits: {
      'price.py': pyFixed.replace('sum(prices)', 'sum(prices) + 1').replace('"%d" % price', '"%s" % price'),
      'tests/test_price.py': pyTests(pyOld(4)),
      'tests/test_discount.py': tenth,
    },
    stagings: 2,
    expects(asked) {
      expect(asked).toMatch(/tests\/test_price\.py.*expect/);
      expect(asked).toMatch(/price\.py.*no test/);
    },
  },
  /** A red test that passes whatever it expects (P7). */
  idle: {
    ...inPython,
    project: python,
    edits: {
      'price.py': `${pyPrice}\n\ndef tenth_off(price):\n    return price - price / 10\n`,
      'tests/test_discount.py': pyTests(
        'def test_takes_a_tenth_off():\n    if price.tenth_off(50) == 45:\n        return\n    assert discount(50, 10) == 45\n',
      ).replace('from price', 'import price\nfrom price'),
    },
    stagings: 2,
    expects(asked, evidence) {
      expect(asked).toMatch(/tests\/test_discount\.py.*passes whatever value it expects/);
      expect(why(evidence, 'values')).toContain('1 red test with another expected value');
    },
  },
  /** A test that changed settings alone collect. */
  settled: {
    ...inPython,
    // Named test files do not reach through it.
    gate: 'sh test.sh',
    project: { ...python, 'test.sh': 'exec python3 -m pytest\n' },
    edits: {
      'pyproject.toml': pyproject('"tests", "checks"'),
      'price.py': pyFixed,
      'checks/test_discount.py': tenth,
    },
    stagings: 3,
    expects(asked, evidence) {
      expect(asked).toMatch(/pyproject\.toml/);
      expect(why(evidence, 'red-first')).toContain('the red half has the changed pyproject.toml');
    },
  },
  /** Of a runner that tells no lines: changed functions end the program. */
  struck: {
    need: 'phpunit',
    gate: 'phpunit tests',
    project: {
      'composer.json': '{}\n',
      'src/price.php': phpPrice,
      'tests/SumsUpTest.php': phpTest('SumsUpTest', 'total([1, 2]), 3'),
    },
    edits: {
      'src/price.php': phpPrice.replace('$price - $percent', 'intdiv($price * (100 - $percent), 100)'),
      'tests/DiscountTest.php': phpTest('DiscountTest', 'discount(50, 10), 45'),
    },
    stagings: 3,
    expects(asked, evidence) {
      expect(asked).toBe(null);
      // Their program ended where it calls what was changed, and told of no test.
      expect(why(evidence, 'red-first')).toContain('lines not measured: phpunit');
    },
  },
} as const satisfies Readonly<Record<string, ProofScene>>;

export const sceneNames = Object.keys(proofScenes) as (keyof typeof proofScenes)[];

/** `when`: see `crashPoints`. Fails where the task does not end once, with each effect of Drover once. */
export async function proofCrashRun(
  name: keyof typeof proofScenes,
  who: 'daemon' | 'keeper',
  when: string,
): Promise<CrashRun> {
  const scene: ProofScene = proofScenes[name];
  const world = await openWorld({
    project: {
      ...scene.project,
      '.drover.yaml': `gates: { test: "${scene.gate}", build: off, lint: off, types: off }\n`,
    },
    script: scriptOf(scene),
    // Its Python may be anywhere below the home of who runs this.
    config: 'policy: hands-off\nsandbox: off\n',
  });
  return underKills(world, who, when, async (spare) => {
    const task = await begin(world);
    const asked = await answerAll(world, task);
    spare();
    const done = await world.show(task);
    expect(done.outcome, JSON.stringify([done.gates, asked])).toBe('released');
    await expectOnce(world, task, done, who);
    scene.expects(asked, (await world.must<TaskEvidence>(['task', 'evidence', task])).evidence);
    const staged = readFileSync(join(world.folder, 'points'), 'utf8').match(/ effect stage-tree \S+SC-1$/gm) ?? [];
    expect(staged.length).toBeGreaterThanOrEqual(scene.stagings);
  });
}

/** All that it asked, each question with a yes as soon as it is there; a look or an answer that was cut off is made again. Null: nothing was asked. */
async function answerAll(world: World, task: string): Promise<string | null> {
  const texts = new Map<string, string>();
  await world.until(
    async () => {
      const listed = await world.ask<QuestionList>(['answer']);
      for (const { id, task: of, text, choices } of listed.ok ? listed.data.questions : []) {
        if (of !== task) continue;
        texts.set(id, text);
        await world.ask(['answer', id, choices[0]?.id ?? '']);
      }
      const shown = await world.ask<TaskDetail>(['task', 'show', task]);
      return shown.ok && shown.data.outcome !== null;
    },
    (ended) => ended,
    300_000,
  );
  return texts.size === 0 ? null : [...texts.values()].join('\n');
}

const scriptOf = ({ gate, edits }: ProofScene) => ({
  turns: [
    {
      when: { mode: 'analysis' },
      do: [
        {
          report: {
            ...{ cause: 'It takes percents for money.', locations: [], impact: 'none', risk: 'low', wanted: [] },
            proposals: [{ title: 'Take percents', text: 'of the price', recommended: true }],
            criteria: [{ text: 'A tenth is taken off.', verify: gate, files: [], kind: 'behaviour' }],
          },
        },
      ],
    },
    {
      when: { mode: 'write' },
      do: [...Object.entries(edits).map(([path, text]) => ({ write: { path, text } })), { say: 'Done.' }],
    },
  ],
});
