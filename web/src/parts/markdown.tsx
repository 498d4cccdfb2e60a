// Markdown of others as elements: nothing of it is ever HTML. Pictures are not loaded, links lead to the web alone and say so.

import type { Token } from 'markdown-it';
import MarkdownIt from 'markdown-it';
import { type ComponentChildren, Fragment, h } from 'preact';

/** `breaks`: questions are written in lines. */
const parser = new MarkdownIt({ html: false, linkify: false, breaks: true }).disable(['image', 'reference']);

/** Who writes in lines does not indent what follows a list: it is none of its last point. */
const afterList = /^( *(?:[-*]|\d+[.)]) .*)\n(?=[^\s\d*-])/gm;

/** What is longer is shown as it is. */
const longest = 200_000;

export function Markdown({ text }: { readonly text: string }) {
  if (text.length > longest) return <pre class="plain">{text}</pre>;
  return <div class="markdown">{draw(parser.parse(text.replace(afterList, '$1\n\n'), {}))}</div>;
}

/** A heading of a text is none of the page. */
const tags: Readonly<Record<string, string>> = {
  p: 'p',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  blockquote: 'blockquote',
  em: 'em',
  strong: 'strong',
  s: 's',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
  h1: 'p',
  h2: 'p',
  h3: 'p',
  h4: 'p',
  h5: 'p',
  h6: 'p',
};

type Frame = { readonly token: Token | null; readonly children: ComponentChildren[] };

function draw(tokens: readonly Token[]): ComponentChildren {
  const root: Frame = { token: null, children: [] };
  const frames = [root];
  for (const token of tokens) {
    const frame = frames.at(-1) ?? root;
    if (token.nesting === 1) frames.push({ token, children: [] });
    else if (token.nesting === 0) frame.children.push(leaf(token));
    else if (frames.length > 1) {
      frames.pop();
      (frames.at(-1) ?? root).children.push(element(frame));
    }
  }
  return root.children;
}

function element({ token, children }: Frame): ComponentChildren {
  if (token === null || token.hidden) return h(Fragment, {}, children);
  if (token.type === 'link_open') return <Link address={String(token.attrGet('href') ?? '')}>{children}</Link>;
  const tag = tags[token.tag];
  if (tag === undefined) return h(Fragment, {}, children);
  const start = token.tag === 'ol' ? token.attrGet('start') : null;
  const heading = /^h[1-6]$/.test(token.tag) ? { class: 'heading' } : {};
  return h(tag, { ...heading, ...(start === null ? {} : { start }) }, children);
}

function leaf(token: Token): ComponentChildren {
  switch (token.type) {
    case 'inline':
      return draw(token.children ?? []);
    case 'fence':
    case 'code_block':
      return <pre class="code">{token.content}</pre>;
    case 'code_inline':
      return <code>{token.content}</code>;
    case 'softbreak':
    case 'hardbreak':
      return <br />;
    case 'hr':
      return <hr />;
    default:
      return token.content;
  }
}

/** Where it leads stands beside what it is called, unless that is the same. */
export function Link({ address, children }: { readonly address: string; readonly children?: ComponentChildren }) {
  if (!/^https?:\/\//i.test(address)) return <>{children ?? address}</>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {children ?? address}
      {children === undefined || host(address) === null ? null : <span class="host"> ({host(address)})</span>}
    </a>
  );
}

function host(address: string): string | null {
  try {
    return new URL(address).host;
  } catch {
    return null;
  }
}
