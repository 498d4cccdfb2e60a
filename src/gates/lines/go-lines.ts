// Which lines each test of go runs: its binary, built with go's own counters, is started once more for each test of a file that was changed, with that test alone.
import type { Placed } from '../../ports/gates.ts';
import { listed, traceNames, type Wanted } from './wanted.ts';

/** Names in the folder of a run's lines. */
export const aloneFile = 'alone.sh';
const [folderFile, followedFile, testsFile, readerFile] = ['folder', 'followed', 'tests', 'profile.awk'];

/** So many runs for one package, and so many seconds; what is left then is not told. */
const most = { runs: 300, seconds: 60 };

export const goLines = ({ folder, files, tests }: Wanted): readonly Placed[] => [
  listed(folderFile, [folder]),
  listed(followedFile, files),
  listed(testsFile, tests),
  { path: readerFile, text: reader },
  { path: aloneFile, text: alone },
];

/** `sh alone.sh BINARY FLAGS...`, in the folder of the package. A test that starts programs may run code where no counter of ours is. */
const alone = `here=$(cd "$(dirname "$0")" && pwd -P) || exit 0
root=$(cd "$(cat "$here/${folderFile}")" && pwd -P) || exit 0
own=$(pwd -P)
case "$own/" in "$root"/*) ;; *) exit 0 ;; esac
inside=\${own#"$root"}
inside=\${inside#/}
inside=\${inside:+$inside/}
binary=$1
shift
for word; do
  shift
  case "$word" in
    -test.run=* | -test.skip=* | -test.v=* | -test.timeout=* | -test.bench=* | -test.fuzz=* | -test.list=* | -test.*profile=* | -test.outputdir=*) ;;
    *) set -- "$@" "$word" ;;
  esac
done
home=$own
while [ ! -f "$home/go.mod" ] && [ "$home" != "$root" ] && [ "$home" != / ]; do home=$(dirname "$home"); done
DROVER_MODULE=$(sed -n 's/^module[[:space:]]*"\\{0,1\\}\\([^"[:space:]]*\\).*/\\1/p' "$home/go.mod" 2>/dev/null | head -n 1)
DROVER_HOME_OF=\${home#"$root"}
DROVER_HOME_OF=\${DROVER_HOME_OF#/}
DROVER_HOME_OF=\${DROVER_HOME_OF:+$DROVER_HOME_OF/}
DROVER_FOLLOWED=$here/${followedFile}
DROVER_STARTS=$(grep -l -E '"os/exec"|StartProcess|ForkExec|testscript' -- *_test.go 2>/dev/null | head -n 1)
export DROVER_MODULE DROVER_HOME_OF DROVER_FOLLOWED DROVER_STARTS
began=$(date +%s)
runs=0
profile=$(mktemp "$here/profile-XXXXXXXX") && said=$(mktemp "$here/said-XXXXXXXX") || exit 0
one() {
  file=$1 name=$2 pattern=$3
  shift 3
  : > "$profile"
  : > "$said"
  runs=$((runs + 1))
  code=late
  if [ "$runs" -le ${most.runs} ] && [ $(($(date +%s) - began)) -lt ${most.seconds} ]; then
    (
      unset DROVER_MODULE DROVER_HOME_OF DROVER_FOLLOWED DROVER_STARTS
      exec "$binary" -test.v=true -test.timeout=30s "-test.run=$pattern" "-test.coverprofile=$profile" "$@"
    ) > "$said" 2> /dev/null < /dev/null
    code=$?
  fi
  told=$(mktemp "$here/XXXXXXXX") || return 0
  DROVER_FILE=$file DROVER_NAME=$name DROVER_CODE=$code awk -f "$here/${readerFile}" < "$profile" > "$told"
  mv "$told" "$told${traceNames.ending}"
}
while IFS= read -r file; do
  base=\${file#"$inside"}
  [ "$inside$base" = "$file" ] || continue
  case "$base" in */*) continue ;; esac
  for test in $(grep -o -E '^func (Test|Example|Fuzz)[^([:space:]]*' -- "$base" 2> /dev/null | cut -d ' ' -f 2); do
    one "$file" "$test" "^$test\\$" "$@"
    # A part by its place: \`^TestParts$/^one$\`.
    parts=$(sed -n 's/^.\\{0,1\\}=== RUN   \\([^ ]*\\/.*\\)$/\\1/p' "$said")
    [ "$parts" = "" ] || while IFS= read -r part; do
      one "$file" "$part" "$(printf '%s' "$part" | sed -e 's/[][\\\\.*^$+?(){}|]/\\\\&/g' -e 's,/,$/^,g' -e 's/^/^/' -e 's/$/$/')" "$@"
    done <<PARTS
$parts
PARTS
  done
done < "$here/${testsFile}"
rm -f "$profile" "$said"
`;

/** `till/price.go:5.39,6.15 1 1`: from line 5 to line 6 one statement ran once. */
const reader = `BEGIN {
  while ((getline line < ENVIRON["DROVER_FOLLOWED"]) > 0) followed[line] = 1
  module = ENVIRON["DROVER_MODULE"] "/"
  if (ENVIRON["DROVER_STARTS"] != "") others = ",\\"?\\""
}
function quoted(text) {
  gsub(/\\\\/, "\\\\\\\\", text)
  gsub(/"/, "\\\\\\"", text)
  return "\\"" text "\\""
}
{
  at = match($0, /:[0-9]+\\.[0-9]+,[0-9]+\\.[0-9]+ [0-9]+ [0-9]+$/)
  if (at == 0 || $NF == 0) next
  name = substr($0, 1, at - 1)
  split(substr($0, at + 1), place, /[., ]/)
  path = length(module) > 1 && index(name, module) == 1 ? ENVIRON["DROVER_HOME_OF"] substr(name, length(module) + 1) : "?"
  if (path in followed) {
    for (row = place[1] + 0; row <= place[3] + 0; row++)
      if (!((path, row) in seen)) {
        seen[path, row] = 1
        ran[path] = ran[path] "," row
      }
  } else if (!(path in other) && known < 50) {
    other[path] = 1
    known++
    others = others "," quoted(path)
  }
}
END {
  title = ENVIRON["DROVER_NAME"]
  gsub(/\\//, " ", title)
  print "{\\"k\\":\\"begin\\",\\"of\\":[" quoted(ENVIRON["DROVER_FILE"]) "," quoted(title) "]}"
  for (path in ran) lines = lines ",{\\"file\\":" quoted(path) ",\\"called\\":[" substr(ran[path], 2) "],\\"loaded\\":[]}"
  print "{\\"k\\":\\"window\\",\\"at\\":\\"load\\",\\"tests\\":[],\\"ran\\":[],\\"lines\\":[" substr(lines, 2) "],\\"others\\":[" substr(others, 2) "]}"
  if (ENVIRON["DROVER_CODE"] == "0") print "{\\"k\\":\\"end\\"}"
}
`;
