// One version takes the place of another. At any moment what a shell finds is a whole program, so a crash leaves one that runs, and can upgrade again.
import { cpSync, existsSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Install, packageAt, programOf } from './find-install.ts';
import { stagingPrefix } from './stage.ts';

/** The old one stands here until the new one runs. */
const previousName = '.drover-previous';
const oldPrefix = '.drover-old-';

/** Told before each act, by a test that ends there. */
export type Step = (name: string) => void;

const silent: Step = () => undefined;

export function swap({ modules, root, link }: Install, staged: string, step: Step = silent): void {
  const previous = join(modules, previousName);
  const old = join(modules, `${oldPrefix}${process.pid}`);
  // After a crash the old one may stand there alone, and be what runs.
  if (packageAt(root) !== null) {
    step('copy the old one');
    copyWhole(root, previous);
  }
  step('lead to the old one');
  lead(link, previous);
  step('take the old one away');
  if (existsSync(root)) renameSync(root, old);
  step('put the new one there');
  renameSync(staged, root);
  step('lead to the new one');
  lead(link, root);
  step('remove the old one');
  rmSync(old, { recursive: true, force: true });
}

/** The old one is back where it was. */
export function goBack({ modules, root, link }: Install, step: Step = silent): void {
  const previous = join(modules, previousName);
  const bad = join(modules, `${oldPrefix}${process.pid}`);
  step('lead to the old one');
  lead(link, previous);
  step('take the new one away');
  if (existsSync(root)) renameSync(root, bad);
  step('copy the old one back');
  copyWhole(previous, root);
  step('lead to it');
  lead(link, root);
  sweep({ modules, root, link });
}

/** What an upgrade has left, also one that was cut off; where it was about to lead to what it had put there, that is done. */
export function sweep({ modules, root, link }: Install): void {
  const isOurs = (name: string) => [stagingPrefix, oldPrefix, previousName].some((prefix) => name.startsWith(prefix));
  if (packageAt(root) === null) return;
  lead(link, root);
  for (const name of [...readdirSync(modules).filter(isOurs), 'drover.making'])
    rmSync(join(modules, name), { recursive: true, force: true, maxRetries: 5 });
}

/** In the place of what stands there, once it is whole. */
function copyWhole(from: string, to: string): void {
  const making = `${to}.making`;
  rmSync(making, { recursive: true, force: true });
  cpSync(from, making, { recursive: true, verbatimSymlinks: true });
  rmSync(to, { recursive: true, force: true });
  renameSync(making, to);
}

/** In one act. */
function lead(link: string, root: string): void {
  const making = `${link}.making`;
  rmSync(making, { force: true });
  symlinkSync(relative(dirname(link), programOf(root)), making);
  renameSync(making, link);
}
