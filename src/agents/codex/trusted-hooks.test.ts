import { expect, test } from 'vitest';
import { trustedHooks } from './trusted-hooks.ts';

const events = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PermissionRequest', 'PostToolUse', 'Stop'];
const args = trustedHooks('cat > /dev/null', events, 60);

test('each hook of the command line is trusted by the hash that codex 0.169.0 says it has', () => {
  const state = args.at(-1) ?? '';
  for (const [label, hash] of [
    ['stop', '59423ba6822bedc802a4ba2439a6af1ba93d5894e87c5ee00cf02f2f437a0657'],
    ['pre_tool_use', '0f4798cf2e4b2995b2d49fdd79a043ddaec0f820d3a8dd31f883a690f4226723'],
  ])
    expect(state).toContain(`"/<session-flags>/config.toml:${label}:0:0"={trusted_hash="sha256:${hash}"}`);
  const labels = [...state.matchAll(/toml:(\w+):/g)].map(([, label]) => label);
  const hooks = args.flatMap((word) => /^hooks\.(\w+)=\[/.exec(word)?.[1] ?? []);
  expect(labels).toHaveLength(hooks.length);
  expect(labels).toEqual(hooks.map((each) => each.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase()));
});

test('nothing else is trusted, and no hook of anybody else is replaced', () => {
  expect(args.join(' ')).not.toContain('bypass');
  expect(args.filter((word) => word !== '-c').every((word) => /^hooks\.(\w+=\[|state=\{)/.test(word))).toBe(true);
});

test('a command with quotes, blanks and signs of any script is one string', () => {
  const command = `f='a "b" \\ ü' && cat >"$f"`;
  expect(trustedHooks(command, events, 60)[1]).toContain(`command=${JSON.stringify(command)}`);
});
