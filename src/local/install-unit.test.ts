// The units that are written, into a home of the test's own.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installUnit } from './install-unit.ts';

const home = () => mkdtempSync(join(tmpdir(), 'home-'));

it('writes a systemd unit that restarts after a failure and leaves the agents alone', () => {
  const { file, next } = installUnit({ platform: 'linux', home: home(), droverHome: null });
  expect(file).toMatch(/\.config\/systemd\/user\/drover\.service$/);
  expect(next).toBe('systemctl --user enable --now drover');
  const unit = readFileSync(file, 'utf8');
  expect(unit).toMatch(/^ExecStart="\/.*" "\/.*main\.ts"$/m);
  expect(unit).toContain('KillMode=process');
  expect(unit).not.toContain('DROVER_HOME');
});

it('keeps a state folder of its own, whatever is in its name', () => {
  const { file } = installUnit({ platform: 'linux', home: home(), droverHome: '/a "b" 100%' });
  expect(readFileSync(file, 'utf8')).toContain('Environment="DROVER_HOME=/a \\"b\\" 100%%"');
});

it('writes a launchd list on macOS', () => {
  const { file } = installUnit({ platform: 'darwin', home: home(), droverHome: '/a&b' });
  expect(file).toMatch(/Library\/LaunchAgents\/drover\.plist$/);
  expect(readFileSync(file, 'utf8')).toContain('<key>DROVER_HOME</key><string>/a&amp;b</string>');
});
