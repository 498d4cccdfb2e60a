// All of the page by keyboard. Letters are keys where nobody types.
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { go, route, tabs, taskLink } from './route.ts';
import type { Words } from './words/words.ts';

export type Key = { readonly keys: readonly string[]; readonly word: keyof Words & `key${string}` };

/** As the list shows them. */
export const shown: readonly Key[] = [
  { keys: ['?'], word: 'keyHelp' },
  { keys: ['b'], word: 'keyBoard' },
  { keys: ['n'], word: 'keyNew' },
  { keys: ['t'], word: 'keySessions' },
  { keys: ['r'], word: 'keyRecord' },
  { keys: ['s'], word: 'keySettings' },
  { keys: ['/'], word: 'keyFind' },
  { keys: ['j', 'k'], word: 'keyNext' },
  { keys: ['Enter'], word: 'keyOpen' },
  { keys: ['a'], word: 'keyAnswer' },
  { keys: ['1', '…', '9'], word: 'keyChoose' },
  { keys: ['o', 'c', 'l', 'e', 'p'], word: 'keyTabs' },
  { keys: ['Ctrl', 'Enter'], word: 'keySend' },
  { keys: ['Esc'], word: 'keyClose' },
];

type Act = (help: HTMLDialogElement | null) => void;

const stops = '.rows a.what, .asks summary.row, .main .question .choice:first-of-type input';

const acts: Readonly<Record<string, Act>> = {
  '?': (help) => help?.showModal(),
  b: () => go('#/'),
  n: () => go('#/new'),
  t: () => go('#/sessions'),
  r: () => go('#/record'),
  s: () => go('#/settings'),
  '/': () => {
    if (focusFind()) return;
    go('#/');
    requestAnimationFrame(focusFind);
  },
  j: () => step(1),
  k: () => step(-1),
  a: () => answerFirst(),
  o: () => openTab(0),
  c: () => openTab(1),
  l: () => openTab(2),
  e: () => openTab(3),
  p: () => openTab(4),
};

/** At once where the field is there: what is typed next is for it. */
function focusFind(): boolean {
  const field = document.querySelector<HTMLElement>('#find');
  field?.focus();
  return field !== null;
}

function openTab(index: number): void {
  const at = route.value;
  const tab = tabs[index];
  if (at.page === 'task' && tab !== undefined) go(taskLink(at.id, tab));
}

/** On the board it is unfolded first, and drawn before the next key. */
function answerFirst(): void {
  document.querySelector<HTMLElement>('.asks:first-child > details:not([open]) > summary')?.click();
  queueMicrotask(() => document.querySelector<HTMLElement>('.question input[type=radio]')?.focus());
}

/** To the next task or question of the page. */
function step(by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(stops)];
  const here = document.activeElement;
  const at = all.findIndex((each) => each === here || each.closest('.asks, .question')?.contains(here));
  all[at === -1 ? (by === 1 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + by))]?.focus();
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  !target.matches('.terminal-place *') &&
  target.matches('textarea, select, input:not([type=radio]):not([type=checkbox])');

/** A terminal whose keys are its program's. */
const isProgram = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('[data-typing]') !== null;

function press(event: KeyboardEvent, help: HTMLDialogElement | null): void {
  const { target, key } = event;
  if (isProgram(target)) return;
  const typing = isTyping(target);
  const chord = event.ctrlKey || event.metaKey;
  if (!(target instanceof HTMLElement)) return;
  if (key === 'Escape' && typing) target.blur();
  else if (key === 'Enter' && chord) target.closest('form')?.requestSubmit();
  else if (!chord && !event.altKey && !typing && document.querySelector('dialog[open]') === null)
    pressKey(event, target, help);
}

function pressKey(event: KeyboardEvent, target: HTMLElement, help: HTMLDialogElement | null): void {
  const { key } = event;
  const act = Object.hasOwn(acts, key) ? acts[key] : undefined;
  if (/^[1-9]$/.test(key)) choose(key, target, event);
  else if (act !== undefined) {
    event.preventDefault();
    act(help);
  }
}

/** Of the question one is in, else the first. */
function choose(number: string, target: HTMLElement, event: Event): void {
  const own = target.closest('.question');
  const radio = (own ?? document.querySelector('.question'))?.querySelector<HTMLInputElement>(
    `[data-number="${number}"]`,
  );
  if (radio == null) return;
  event.preventDefault();
  radio.focus();
  radio.click();
}

export function useKeys(help: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event, help.current);
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
}
