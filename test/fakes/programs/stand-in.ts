// A small executable that presents itself as an agent's program would: `--version`, `--help`, and one answer to the first line on stdin.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type StandIn = {
  readonly version: string;
  readonly flags?: readonly string[];
  /** Said once a line came; null: it says nothing and stays. */
  readonly answer?: object | null;
  /** It ends at once instead, with this on stderr. */
  readonly fails?: string;
};

/** Each start is a line of `NAME.starts` beside it, with its pid, its HOME, whether it sees MY_SECRET, and its arguments; `NAME.child` has the pid of a child that it leaves behind. */
export function writeStandIn(
  folder: string,
  name: string,
  { version, flags = [], answer = null, fails }: StandIn,
): void {
  mkdirSync(folder, { recursive: true });
  const own = join(folder, name);
  writeFileSync(
    own,
    `#!/bin/sh
echo "$$ $HOME \${MY_SECRET:-none} $*" >> '${own}.starts'
case "$1" in
  --version) echo '${version}'; exit 0 ;;
  --help) echo 'Usage: ${name} ${flags.join(' ')}'; exit 0 ;;
esac
${fails === undefined ? '' : `echo '${fails}' >&2; exit 3`}
sleep 1000 &
echo $! > '${own}.child'
read -r line
${answer === null ? '' : `echo 'noise that is no JSON'\necho '${JSON.stringify(answer)}'`}
wait
`,
  );
  chmodSync(own, 0o755);
}
