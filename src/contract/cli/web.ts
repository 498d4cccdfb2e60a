// The page in a browser, and who is signed in there.
import { all, type Requests, type Word } from './word.ts';

export const words: readonly Word[] = [
  {
    name: 'web',
    group: 'service',
    request: 'web.link',
    startsWork: true,
    help: 'a link that signs your browser in to the page: it works once, for a minute',
    example: 'drover web',
    positionals: [],
    flags: [{ name: 'for', value: 'NAME', help: 'for somebody else, who is one of `people`' }],
  },
  {
    name: 'web list',
    group: 'service',
    request: 'web.list',
    help: 'where the page is served, and which browsers are signed in',
    example: 'drover web list',
    positionals: [],
    flags: [],
  },
  {
    name: 'web revoke',
    group: 'service',
    request: 'web.revoke',
    help: 'signs a browser out, at once',
    example: 'drover web revoke w2',
    positionals: [{ name: 'session' }],
    flags: [all('every browser')],
  },
];

export const requests = {
  'web.link': { person: 'always' },
  'web.list': { person: 'never' },
  'web.revoke': { person: 'always', once: 'again' },
} satisfies Requests;
