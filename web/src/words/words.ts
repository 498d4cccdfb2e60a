// What the page says, in the language of its reader. What daemon, agents and people wrote stays as it is.
import { signal } from '@preact/signals';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const languages = { en: 'English', zh: '中文' } as const;
export type Language = keyof typeof languages;
export type Words = typeof en;

const tables: Readonly<Record<Language, Words>> = { en, zh };
const key = 'drover.language';

export const language = signal<Language>(chosen());
language.subscribe((value) => {
  document.documentElement.lang = value;
});

function chosen(): Language {
  const kept = stored();
  if (kept === 'en' || kept === 'zh') return kept;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function speak(value: Language): void {
  language.value = value;
  try {
    localStorage.setItem(key, value);
  } catch {
    // For this visit then.
  }
}

/** Read while something is drawn, it is drawn again in another language. */
export const say = (): Words => tables[language.value];
