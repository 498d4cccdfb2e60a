// Waits until somebody rings or time is up; a ring while nobody waits is not lost.

export class Bell {
  #rung = false;
  #wake: (() => void) | null = null;

  ring = (): void => {
    this.#rung = true;
    this.#wake?.();
  };

  /** false: nobody rang in time. */
  async wait(ms: number): Promise<boolean> {
    if (!this.#rung) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      const late = Number.isFinite(ms) ? setTimeout(resolve, Math.max(0, ms)) : null;
      await promise;
      if (late !== null) clearTimeout(late);
      this.#wake = null;
    }
    const rung = this.#rung;
    this.#rung = false;
    return rung;
  }
}
