/** Where in a list that grows the first stands that is `least` or more: its length where none is. */
export function firstFrom<Each>(list: readonly Each[], least: number, numberOf: (each: Each) => number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const each = list[middle];
    if (each !== undefined && numberOf(each) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
