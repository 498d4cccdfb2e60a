// Which of two versions is the newer one.

/** Below 0 where `a` is older than `b`; what follows a dash (`1.0.0-rc.1`) comes before the version itself. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)];
  for (const index of [0, 1, 2]) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.early === right.early) return 0;
  if (left.early === '' || right.early === '') return left.early === '' ? 1 : -1;
  return left.early < right.early ? -1 : 1;
}

function parts(version: string) {
  const [numbers = '', ...early] = version.split('-');
  return { numbers: numbers.split('.').map(Number), early: early.join('-') };
}
