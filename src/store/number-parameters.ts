// `?` to `$1`, `$2` ... as Postgres wants them; what stands in quotes is left as it is.

export function numberParameters(sql: string): string {
  let number = 0;
  return sql.replace(/'[^']*'|"[^"]*"|\?/g, (found) => (found === '?' ? `$${++number}` : found));
}
