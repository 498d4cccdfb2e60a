// Whether a command runs tests, as far as its words tell. Nothing hangs on it but what is told, so what starts a runner for something else counts as well.
import { runners } from './runners/runners.ts';

/** What only prepares the way of what follows. */
const before =
  /^(?:[A-Za-z_]\w*=\S*|env|time|command|exec|sudo|npx|bunx|timeout \S+|(?:pnpm|yarn|npm) exec(?: --)?|(?:uv|poetry|pipenv|hatch) run|bundle exec) +/;
/** In another package too: `npm -w a test`, `yarn workspace a test`. */
const script =
  /^(?:npm|pnpm|yarn|bun)(?: workspace \S+)?(?: -\S+(?: [^\s-]\S*)?)*?(?: run)? (?:t|test\S*|check)(?: |$)|^make (?:test|check)\S*/;
/** Also where one command is handed to a shell as a word. */
const apart = /&&|\|\||[;|\n`"'()]/;

/** `argv`: of the gate that runs them. */
export const runsTests = (command: string, argv: readonly string[]): boolean =>
  command.split(apart).some((part) => isRun(stripped(part.trim()), argv));

function stripped(part: string): string {
  const rest = part.replace(before, '');
  return rest === part ? part : stripped(rest);
}

function isRun(part: string, argv: readonly string[]): boolean {
  const own = stripped(argv.join(' '));
  if (own !== '' && (part === own || part.startsWith(`${own} `))) return true;
  const words = part.split(/\s+/).filter(Boolean);
  return script.test(part) || (words.length > 0 && runners.some(({ isIt }) => isIt(words)));
}
