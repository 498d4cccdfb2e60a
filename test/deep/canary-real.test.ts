import { createGates } from '../../src/gates/create-gates.ts';
import { agentFiles } from '../fakes/footprints.ts';
import { canarySuite } from '../suites/canary.suite.ts';

canarySuite('tests of ours that must fail, with the runners of this machine', () => createGates(agentFiles));
