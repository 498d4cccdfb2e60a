// What may be wider than its place: it is moved sideways, by keyboard too.
import type { ComponentChildren } from 'preact';

export function Scroll({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard reaches what is cut off by this alone
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
