import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { giveBackPlan, takePlan, type WaitingPlan, waitingPlans } from './plan-folder.ts';

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
  expect([takePlan(plan, Date.now()), takePlan(plan, Date.now())]).toEqual([true, false]);
  expect(stands()).toEqual([false, true]);
  giveBackPlan(plan);
  expect([stands(), readFileSync(plan.path, 'utf8')]).toEqual([[true, false], 'a']);
});

it('PC-06 another plan of its name that is worked on is not replaced', () => {
  mkdirSync(join(root, '.pilot', 'plan', 'in_progress'));
  writeFileSync(plan.taken, 'b');
  expect(takePlan(plan, Date.now() + 60_000)).toBe(false);
  expect([stands(), readFileSync(plan.taken, 'utf8')]).toEqual([[true, true], 'b']);
});

it('PC-34 who was ended while taking it holds it for ten seconds', () => {
  mkdirSync(join(root, '.pilot', 'plan', 'in_progress'));
  linkSync(plan.path, plan.taken);
  const at = statSync(plan.taken).ctimeMs;
  expect(takePlan(plan, at + 9_999)).toBe(false);
  expect(takePlan(plan, at + 10_000)).toBe(true);
  expect(stands()).toEqual([false, true]);
});
