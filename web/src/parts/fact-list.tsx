// What is known of a thing, word and value.
import type { ComponentChildren } from 'preact';

export const FactList = ({ children }: { readonly children: ComponentChildren }) => <dl class="facts">{children}</dl>;

export const Mono = ({ text }: { readonly text: string }) => <span class="mono">{text}</span>;

/** What is not known has no line. */
export function Fact({ word, children }: { readonly word: string; readonly children: ComponentChildren }) {
  if (children === null || children === undefined || children === '') return null;
  return (
    <div>
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  );
}
