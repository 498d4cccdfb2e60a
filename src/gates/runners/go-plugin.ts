// What stands between go and each binary of tests: it has the names of all tests told, and keeps what was said beside what go is told.

import { aloneFile } from '../lines/go-lines.ts';

/** Go runs it with the binary and its flags, in the folder of the package. */
export const goPlugin = `#!/bin/sh
case "$1" in
  *.test | *.test.exe) ;;
  *) exec "$@" ;;
esac
unset GOFLAGS
into=$(dirname "$0")/../reports
mkdir -p "$into"
report=$(mktemp "$into/XXXXXXXX") || exec "$@"
said=$(mktemp "$into/../said-XXXXXXXX") || exec "$@"
binary=$1
shift
{
  printf 'folder %s\\n' "$PWD"
  grep -H -o -E '^func (Test|Example|Fuzz|Benchmark)[^([:space:]]*' -- *_test.go /dev/null 2>/dev/null
  echo output
} > "$report"
"$binary" -test.v=true "$@" > "$said"
code=$?
cat "$said"
{
  cat "$said"
  printf '\\nended %s\\n' "$code"
} >> "$report"
mv "$report" "$report.report"
rm -f "$said"
alone=$(dirname "$0")/../lines/${aloneFile}
[ ! -f "$alone" ] || sh "$alone" "$binary" "$@" > /dev/null 2>&1
exit "$code"
`;
