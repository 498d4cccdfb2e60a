// What a change does to a package.json: commands of gates, runner configuration, dependencies, all else.
import { canonical } from '../../domain/evidence/canonical.ts';
import type { Finding } from '../../domain/evidence/verdict.ts';
import type { GatePlan } from '../../ports/gates.ts';
import { isObject, parseObject, parsePackageJson } from '../detect/package-json.ts';
import { guardedKey, runnerKeys } from '../guarded-files.ts';
import type { Scripts } from '../runners/packages-in.ts';

const LISTS = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'resolutions',
];

export function packageEdits(plan: GatePlan, path: string, before: string, after: string): readonly Finding[] {
  const [old, now] = [parseObject(before) ?? {}, parseObject(after)];
  if (now === null) return [finding(path, 'package.json cannot be read any more', 'fail')];
  const [was, is] = [parsePackageJson(before)?.scripts ?? {}, parsePackageJson(after)?.scripts ?? {}];
  const changed = (key: string): boolean => canonical(old[key]) !== canonical(now[key]);
  const rest = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (key) => key !== 'scripts' && !runnerKeys.includes(key) && !LISTS.includes(key) && changed(key),
  );
  return [
    ...scriptEdits(plan, path, was, is),
    ...runnerKeys.filter(changed).map((key) => aboutRunner(plan, path, key, old[key], now[key])),
    ...LISTS.filter(changed).map((key) => finding(path, `${key} changed: ${names(old[key], now[key])}`, 'note')),
    ...(rest.length > 0 ? [finding(path, `changed: ${rest.join(', ')}`, 'note')] : []),
  ];
}

/** A person may mean it: what it hides is missed by its name. */
function aboutRunner(plan: GatePlan, path: string, key: string, was: unknown, is: unknown): Finding {
  const said = (value: unknown): string => `\`${JSON.stringify(value)?.slice(0, 300) ?? 'nothing'}\``;
  const what = `the configuration of the test runner was changed: ${key}: was ${said(was)}, now ${said(is)}`;
  if (plan.fromStart !== true) return finding(path, what, 'fail');
  return {
    ...finding(path, what, 'note'),
    needs: 'yes',
    key: guardedKey(`${path} ${key}`, JSON.stringify(is) ?? null),
  };
}

function scriptEdits(plan: GatePlan, path: string, was: Scripts, is: Scripts): Finding[] {
  const used = scriptsUsed(plan, was);
  const edited = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => was[name] !== is[name]);
  return edited.map((name) => {
    const counts = used.has(name.replace(/^(?:pre|post)/, '')) || used.has(name);
    const first = was[name] === undefined && !/^(?:pre|post)/.test(name);
    const placeholder = was[name]?.includes('Error: no test specified') === true;
    if (counts && !first && !placeholder)
      return finding(path, `a command that a gate runs was changed: scripts.${name}`, 'fail');
    return finding(
      path,
      `scripts.${name} ${was[name] === undefined ? 'added' : is[name] === undefined ? 'removed' : 'changed'}`,
      'note',
    );
  });
}

/** `test`, and every script that a gate's command comes to. */
function scriptsUsed(plan: GatePlan, scripts: Scripts): ReadonlySet<string> {
  const used = new Set(['test']);
  const lines = [...plan.gates.map(({ argv }) => argv.join(' ')), scripts.test ?? ''];
  for (const line of lines) {
    for (const [, name = ''] of line.matchAll(
      /\b(?:npm|pnpm|yarn|bun|node)\s+(?:-\S+\s+)*(?:(?:run|run-script|--run)[\s=]+)?(?:-\S+\s+)*([\w:.-]+)/g,
    )) {
      const body = scripts[name];
      if (body === undefined || used.has(name)) continue;
      used.add(name);
      lines.push(body);
    }
  }
  return used;
}

function names(before: unknown, after: unknown): string {
  const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  const all = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => canonical(old[name]) !== canonical(now[name]),
  );
  return all
    .map((name) => (now[name] === undefined ? `${name} removed` : `${name} ${String(now[name])}`))
    .join(', ')
    .slice(0, 300);
}

const finding = (file: string, what: string, weight: Finding['weight']): Finding => ({
  gate: 'tamper',
  what,
  file,
  line: null,
  weight,
});
