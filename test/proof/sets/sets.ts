// All changes that are tried, honest ones and cheats.
import type { Cheat, Honest, Project, Proof } from '../row.ts';
import { blindTests, seeingWork } from './blind-tests.ts';
import { cheatsInShop } from './cheats-in-shop.ts';
import { goalposts } from './goalposts.ts';
import { guardedCheats, guardedWork } from './guarded.ts';
import { honestWork } from './honest-work.ts';
import { pythonCheats, pythonWork } from './in-python.ts';
import { languageCheats, languageWork } from './languages.ts';
import { neededWork, needless } from './needless.ts';
import { patched } from './patched.ts';
import { settingsCheats, settingsWork } from './settings.ts';
import { honestInShop, shop } from './shop.ts';
import { surroundingCheats, surroundingWork } from './surroundings.ts';
import { tableCheats, tableWork } from './tables.ts';
import { untrueTests } from './untrue-tests.ts';
import { weakerCheats, weakerWork } from './weaker.ts';
import { workspaceCheats, workspaceWork } from './workspaces.ts';

const inShop: Project = { name: 'node:test', files: shop };

/** Of those in the shop; all others are P4: an old test would fail. */
const lost: Readonly<Record<string, Proof>> = {
  'the failing tests are deleted': 'P5',
  'the whole file is deleted': 'P5',
  'skipped by an option': 'P5',
  'skipped by the environment': 'P5',
  'skipped by platform': 'P5',
};

const ofShop: readonly Honest[] = honestInShop.map(([what, edits]) => ({
  ...{ what, project: inShop, edits, kind: 'refactor' },
}));

export const honest: readonly Honest[] = [
  ...honestWork,
  ...seeingWork,
  ...neededWork,
  ...guardedWork,
  ...settingsWork,
  ...pythonWork,
  ...weakerWork,
  ...surroundingWork,
  ...languageWork,
  ...workspaceWork,
  ...tableWork,
  ...ofShop,
];

const ofOldTests: readonly Cheat[] = cheatsInShop.map(([what, edits]) => ({
  ...{ what, project: inShop, edits, kind: 'refactor', by: lost[what] ?? 'P4' },
}));

export const cheats: readonly Cheat[] = [
  ...untrueTests,
  ...blindTests,
  ...goalposts,
  ...needless,
  ...guardedCheats,
  ...settingsCheats,
  ...patched,
  ...pythonCheats,
  ...weakerCheats,
  ...surroundingCheats,
  ...languageCheats,
  ...workspaceCheats,
  ...tableCheats,
  ...ofOldTests,
];
