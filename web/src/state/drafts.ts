// Words that somebody types are kept until they are sent: over a lost connection, a reload, a closed lid.
import { type Signal, signal } from '@preact/signals';

const prefix = 'drover.draft.';
const kept = new Map<string, Signal<string>>();

/** The same for the same name, in all places that show it. */
export function draft(name: string): Signal<string> {
  const there = kept.get(name);
  if (there !== undefined) return there;
  const made = signal(read(name));
  made.subscribe((text) => write(name, text));
  kept.set(name, made);
  return made;
}

/** The rest of the names of those that begin so and are not empty. */
export function draftsOf(beginning: string): readonly string[] {
  const stored = namesStored().filter((name) => !kept.has(name));
  const typed = [...kept].flatMap(([name, { value }]) => (value === '' ? [] : [name]));
  return [...stored, ...typed].flatMap((name) => (name.startsWith(beginning) ? [name.slice(beginning.length)] : []));
}

/** What another tab has sent is not unsent here. */
export function heedOtherTabs(): void {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    const there = kept.get(key?.slice(prefix.length) ?? '');
    if (newValue === null && there !== undefined && there.value === oldValue) there.value = '';
  });
}

function namesStored(): readonly string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  } catch {
    return [];
  }
}

function read(name: string): string {
  try {
    return localStorage.getItem(prefix + name) ?? '';
  } catch {
    return '';
  }
}

/** A browser that keeps nothing loses them with the page, and not before. */
function write(name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, text);
  } catch {
    // Nothing is kept here.
  }
}
