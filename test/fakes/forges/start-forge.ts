// One of the fakes by name.
import { startGitea } from './gitea.ts';
import { type FakeForge, startGithub } from './github.ts';
import { startGitlab } from './gitlab.ts';
import type { Hub } from './hub.ts';

export type ForgeName = 'github' | 'gitlab' | 'gitea';

const starts = { github: startGithub, gitlab: startGitlab, gitea: startGitea } as const;

export const startForge = (name: ForgeName, change: Partial<Hub> = {}): Promise<FakeForge> => starts[name](change);
