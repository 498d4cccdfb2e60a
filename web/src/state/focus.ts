// Where the keyboard stands, when what it stood on is gone: on what is said of that, else on the heading of the page, and not at the top of everything.

export function keepFocus(): void {
  let last: Element | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null;
  });
  // Whoever points somewhere has left it.
  document.addEventListener('pointerdown', () => {
    last = null;
  });
  new MutationObserver(() => {
    if (last === null || last.isConnected || document.activeElement !== document.body) return;
    last = null;
    document.querySelector<HTMLElement>('main .unsent, main h1')?.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}
