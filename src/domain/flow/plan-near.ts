// What an agent is told of the plan of a flow that is long: the lines that speak of its node and of what that needs. All of it would be told with each node, and of many nodes be most of what is told and kept.
import { named } from '../text/is-named.ts';

/** In characters. */
const longest = 8192;

/** `ids`: of the node and of those that it needs. */
export function planNear(text: string, ids: readonly string[]): string {
  if (text.length <= longest) return text;
  const [heading = '', ...lines] = text.split('\n');
  const names = ids.map(named);
  const near = lines.filter((line) => names.some((name) => name.test(line)));
  const told = [heading.slice(0, longest)];
  let room = longest - heading.length;
  for (const line of near) {
    room -= line.length + 1;
    if (room < 0) break;
    told.push(line);
  }
  return [...told, `... and ${lines.length - told.length + 1} lines more, of other nodes.`].join('\n');
}
