// What stands between cargo and each binary of tests: the harness of Rust is asked for a log of its own, and it is kept beside what the binary was made of.

/** `sh` reads it; `$0` is the binary. Whatever is no binary of tests is run as it is. */
export const cargoPlugin = (variables: readonly string[]): string => `case "$0" in
  */deps/*-????????????????) ;;
  *) exec "$0" "$@" ;;
esac
into=\${DROVER_REPORTS%/*}/../reports
mkdir -p "$into"
report=$(mktemp "$into/XXXXXXXX") || exec "$0" "$@"
said=$(mktemp "$into/../said-XXXXXXXX") || exec "$0" "$@"
log=$(mktemp "$into/../log-XXXXXXXX") || exec "$0" "$@"
unset DROVER_REPORTS ${variables.join(' ')}
made=$(head -n 1 "$0.d" 2>/dev/null)
first=\${made#*: }
first=\${first%% *}
root=$PWD
while [ "$root" != / ] && [ ! -e "$root/$first" ]; do root=$(dirname "$root"); done
printf 'folder %s\\nmade %s\\n' "$root" "\${made#*: }" > "$report"
if grep -q exclude-should-panic "$0" 2>/dev/null; then
  "$0" "$@" --logfile "$log" > "$said"
  code=$?
  echo log >> "$report"
  cat "$log" >> "$report"
else
  "$0" "$@" > "$said"
  code=$?
fi
cat "$said"
{
  echo output
  tail -c 4000000 "$said"
  printf '\\nended %s\\n' "$code"
} >> "$report"
rm -f "$said" "$log"
mv "$report" "$report.report"
exit "$code"
`;
