// The project of a world where a test asks for no other one: the demo's, with a gate that starts one process instead of npm and one for each test file.
import { demoProject } from '../../src/local/demo-project.ts';

/** Lines of a repository's file. */
export const quickGate = 'gates:\n  test: node --test --test-isolation=none\n';

/** Path to content. */
export const shopProject: Readonly<Record<string, string>> = { ...demoProject, '.drover.yaml': quickGate };
