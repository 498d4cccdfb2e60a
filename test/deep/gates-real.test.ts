import { createGates } from '../../src/gates/create-gates.ts';
import { agentFiles } from '../fakes/footprints.ts';
import { gatesSuite } from '../suites/gates.suite.ts';

gatesSuite('gates with the runners of this machine', () => createGates(agentFiles));
