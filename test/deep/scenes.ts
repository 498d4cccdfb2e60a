// What the model behind a real program says in the demo's project: one analysis, one wrong fix, one right fix.
import { demoScript } from '../../src/local/demo-script.ts';
import type { Play } from '../fakes/model-server/play.ts';
import type { RealName } from './real-world.ts';

type Act = Omit<Play, 'when' | 'times'>;

const [look, write] = demoScript.turns;
const { report } = look.do[1];
const newTest = write.do[0].write;

export const failingTest = 'the next beat is due after the interval in minutes';

/** Acts one after another, each once: the first when the prompt fits, the others as soon as a tool has answered. */
export function turn(prompt: RegExp, acts: readonly Act[]): readonly Play[] {
  return acts.map((act, index) => ({ ...act, when: index === 0 ? { user: prompt } : { tool: /(?:)/ }, times: 1 }));
}

const reading: Readonly<Record<RealName, Act>> = {
  claude: { call: { name: 'Read', input: { file_path: 'src/schedule.js' } } },
  codex: { shell: 'cat src/schedule.js' },
};

/** A program that only analyses must be kept from this by its own means. */
const trespass: Readonly<Record<RealName, Act>> = {
  claude: { call: { name: 'Write', input: { file_path: 'trespass.txt', content: 'x' } } },
  codex: { shell: 'echo x > trespass.txt' },
};

const saidAsBlock = `I have looked.\n\n\`\`\`json\n${JSON.stringify(report, null, 2)}\n\`\`\``;

export const analysis = (name: RealName): readonly Play[] =>
  turn(/^Analyse the task/, [trespass[name], reading[name], { say: saidAsBlock }]);

const putTest = `mkdir -p test && cat > test/schedule.test.js <<'END'\n${newTest.text}END`;
/** Whatever stands there now. */
const setMinute = (milliseconds: string): Act => ({
  shell: `sed -i -E 's/^const (SECOND|MINUTE) = .*/const MINUTE = ${milliseconds};/; s/\\* SECOND/* MINUTE/' src/schedule.js`,
});

/** The test is right, the fix is not: the interval is ten times too short. */
export const wrongFix = (first: readonly Act[] = []): readonly Play[] =>
  turn(/^Attempt 1 of/, [...first, { shell: putTest }, setMinute('6_000'), { say: 'Minutes are minutes now.' }]);

export const rightFix = (
  attempt: number,
  first: readonly Act[] = [],
  prompt = new RegExp(`^Attempt ${attempt} of`),
): readonly Play[] =>
  turn(prompt, [...first, { shell: putTest }, setMinute('60_000'), { say: 'A minute has 60,000 milliseconds.' }]);
