import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { giveBackPlan, keepPlan, markedBy, takePlan, type WaitingPlan, waitingPlans } from './plan-folder.ts';

let root: string;
let plan: WaitingPlan;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plans-'));
  mkdirSync(join(root, '.pilot', 'plan', 'pending'), { recursive: true });
  writeFileSync(join(root, '.pilot', 'plan', 'pending', 'a.md'), 'a');
  [plan] = waitingPlans(root) as [WaitingPlan];
});
afterEach(() => rmSync(root, { recursive: true }));

const stands = () => [plan.path, plan.taken].map((path) => existsSync(path));

it('PC-06 of several who take a plan at once one has it, and what comes to nothing waits again', () => {
  expect([takePlan(plan, 'us', Date.now()), takePlan(plan, 'us', Date.now())]).toEqual(['first', 'busy']);
  giveBackPlan(plan, 'us');
  expect([stands(), readFileSync(plan.path, 'utf8')]).toEqual([[true, false], 'a']);
  expect(takePlan(plan, 'us', Date.now())).toBe('first');
  keepPlan(plan);
  expect([stands(), readFileSync(plan.taken, 'utf8')]).toEqual([[false, true], 'a']);
});

it('PC-06 another plan of its name that is worked on is not replaced, nor taken away with it', () => {
  mkdirSync(join(root, '.pilot', 'plan', 'in_progress'));
  writeFileSync(plan.taken, 'b');
  expect(takePlan(plan, 'us', Date.now() + 120_000)).toBe('another');
  keepPlan(plan);
  giveBackPlan(plan, 'us');
  expect([stands(), readFileSync(plan.taken, 'utf8'), markedBy(plan)]).toEqual([[true, true], 'b', null]);
});

it('PC-34 who was ended before a task had it holds it for a minute, and it waits on', () => {
  expect(takePlan(plan, 'us', Date.now())).toBe('first');
  const at = statSync(plan.taken).ctimeMs;
  expect(waitingPlans(root)[0]).toEqual(plan);
  expect(takePlan(plan, 'us', at + 59_999)).toBe('busy');
  expect(takePlan(plan, 'us', at + 60_000)).toBe('again');
  expect(stands()).toEqual([true, true]);
});

it('PC-06 what another Drover took is not taken, neither after a minute nor where it was killed before it stood in progress', () => {
  expect(takePlan(plan, 'us', Date.now())).toBe('first');
  expect(takePlan(plan, 'them', Date.now() + 120_000)).toBe('elsewhere');
  rmSync(plan.taken);
  expect([takePlan(plan, 'them', Date.now()), markedBy(plan)]).toEqual(['elsewhere', 'us']);
  expect(takePlan(plan, 'us', Date.now())).toBe('first');
  giveBackPlan(plan, 'us');
  expect([takePlan(plan, 'them', Date.now()), markedBy(plan)]).toEqual(['first', 'them']);
  keepPlan(plan);
  expect([stands(), markedBy(plan)]).toEqual([[false, true], null]);
});
