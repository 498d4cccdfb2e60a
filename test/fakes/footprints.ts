// What the agents that are known leave behind, for tests of rooms that get it as data.
import { footprints } from '../../src/agents/footprints.ts';

export const agentFiles: readonly string[] = footprints().flatMap(({ protectedFiles }) => protectedFiles);
export const agentHomes: readonly string[] = footprints().flatMap(({ homes }) => homes);
