// Started by an agent when a tool of its has run: `node main.ts FOLDER TAKEN_MS WAIT_MS`, the tool as JSON on stdin. Tells what was edited, and prints what the tests near it say in the
// agent's form. It ends by itself when the agent goes, or nobody answers; then nothing is printed and the agent goes on.
import { buffer } from 'node:stream/consumers';
import { asText, parseRecord } from '../json.ts';
import { askAboutEdit } from './ask.ts';
import { pathsOf } from './paths-of.ts';

const [folder = '', takenMs, waitMs] = process.argv.slice(2);
const parent = process.ppid;
const told = parseRecord((await buffer(process.stdin)).toString('utf8')) ?? {};
const paths = pathsOf(asText(told.tool_name), told.tool_input);
const patience = { folder, takenMs: Number(takenMs), waitMs: Number(waitMs) };
const words = await askAboutEdit(patience, paths, () => process.ppid !== parent);
const output = { hookEventName: 'PostToolUse', additionalContext: words };
if (words !== null) process.stdout.write(`${JSON.stringify({ hookSpecificOutput: output })}\n`);
