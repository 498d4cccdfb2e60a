import { effectKills } from '../suites/effect-kills.suite.ts';

effectKills('repository');
