// A small task in a project with a suite of tests, proven by the real engine, git and runners in this process; of the agent there is the change alone.
import type { openProvingGround } from '../test/proof/proving-ground.ts';
import type { Edits, Project, Row } from '../test/proof/row.ts';

const price = 'export const off = (price, percent) => price - percent;\n';
const fixed = 'export const off = (price, percent) => price - (price * percent) / 100;\n';
const top = "import assert from 'node:assert/strict';\nimport test from 'node:test';\n";

/** A fix with its test. `files`: what the project has besides. */
export function fixIn(files: Edits, script = 'node --test'): Row {
  const own: Edits = {
    'package.json': JSON.stringify({ type: 'module', scripts: { test: script } }),
    'src/price.js': price,
    'test/price.test.js': `${top}import { off } from '../src/price.js';\ntest('none off', () => assert.equal(off(10, 0), 10));\n`,
  };
  const project: Project = { name: 'bench', files: { ...files, ...own } };
  const test = `${top}import { off } from '../src/price.js';\ntest('a tenth off', () => assert.equal(off(50, 10), 45));\n`;
  return { what: 'a fix with its test', project, edits: { 'src/price.js': fixed, 'test/tenth.test.js': test } };
}

/** Runs it to its proof; whatever else comes of it is an error. `ground` is closed by who opened it. */
export async function prove(ground: Awaited<ReturnType<typeof openProvingGround>>, row: Row): Promise<void> {
  const { question, attempt } = await ground.prove(row);
  if (question !== null) throw new Error(`not proven: ${JSON.stringify([question.text, attempt?.results])}`);
}
