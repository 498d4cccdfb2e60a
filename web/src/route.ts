// Where one is: the part of the address behind `#`, so that any server of files will do.
import { signal } from '@preact/signals';

export const tabs = ['overview', 'change', 'log', 'evidence', 'preview'] as const;
export type Tab = (typeof tabs)[number];

export type Route =
  | { readonly page: 'board' }
  | { readonly page: 'new' }
  | { readonly page: 'record' }
  | { readonly page: 'settings' }
  | { readonly page: 'sessions' }
  | { readonly page: 'session'; readonly name: string }
  | { readonly page: 'task'; readonly id: string; readonly tab: Tab }
  | { readonly page: 'chain'; readonly id: string }
  | { readonly page: 'question'; readonly id: string }
  | { readonly page: 'unknown'; readonly address: string };

export function readRoute(hash: string): Route {
  const [page = '', id = '', tab = ''] = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decoded);
  if (page === '') return { page: 'board' };
  if (page === 'new' || page === 'record' || page === 'settings' || page === 'sessions') return { page };
  if (page === 'session' && id !== '') return { page, name: id };
  if (page === 'task' && id !== '') return { page, id, tab: tabs.find((each) => each === tab) ?? 'overview' };
  if (page === 'chain' && id !== '') return { page, id };
  if (page === 'question' && id !== '') return { page, id };
  return { page: 'unknown', address: hash };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const taskLink = (id: string, tab: Tab = 'overview'): string =>
  `#/task/${encodeURIComponent(id)}${tab === 'overview' ? '' : `/${tab}`}`;
export const sessionLink = (name: string): string => `#/session/${encodeURIComponent(name)}`;
export const chainLink = (id: string): string => `#/chain/${encodeURIComponent(id)}`;
export const questionLink = (id: string): string => `#/question/${encodeURIComponent(id)}`;

export const route = signal<Route>(readRoute(location.hash));
addEventListener('hashchange', () => {
  route.value = readRoute(location.hash);
});

export const go = (link: string): void => {
  location.hash = link;
};
