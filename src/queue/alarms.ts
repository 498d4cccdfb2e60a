// What is due when: the earliest instant per key, as a heap whose outdated entries are dropped when they come up.

type Alarm<Key> = { readonly key: Key; readonly due: number };

export class Alarms<Key> {
  readonly #heap: Alarm<Key>[] = [];
  readonly #due = new Map<Key, number>();

  /** Replaces what the key had. */
  set(key: Key, due: number): void {
    this.#due.set(key, due);
    this.#heap.push({ key, due });
    this.#rise(this.#heap.length - 1);
  }

  delete(key: Key): void {
    this.#due.delete(key);
  }

  earliest(): Alarm<Key> | undefined {
    for (let top = this.#heap[0]; top !== undefined; top = this.#heap[0]) {
      if (this.#due.get(top.key) === top.due) return top;
      this.#drop();
    }
    return undefined;
  }

  #drop(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink(0);
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const above = (at - 1) >> 1;
      if (this.#dueAt(above) <= this.#dueAt(at)) return;
      this.#swap(at, above);
      at = above;
    }
  }

  #sink(from: number): void {
    for (let at = from; ; ) {
      const below = this.#dueAt(2 * at + 2) < this.#dueAt(2 * at + 1) ? 2 * at + 2 : 2 * at + 1;
      if (this.#dueAt(at) <= this.#dueAt(below)) return;
      this.#swap(at, below);
      at = below;
    }
  }

  #dueAt = (index: number): number => this.#heap[index]?.due ?? Number.POSITIVE_INFINITY;

  #swap(one: number, other: number): void {
    const [first, second] = [this.#heap[one], this.#heap[other]];
    if (first === undefined || second === undefined) return;
    this.#heap[one] = second;
    this.#heap[other] = first;
  }
}
