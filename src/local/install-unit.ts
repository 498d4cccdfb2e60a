// `drover up --install`: the daemon as a service of one's login, by systemd or launchd. Writes one file and says how to switch it on.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { daemonArgv, daemonEnv } from './daemon-entry.ts';

export type InstalledUnit = { readonly file: string; readonly next: string };

type UnitPlace = {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Folder of the state where it is not the usual one. */
  readonly droverHome: string | null;
};

export function installUnit(where: UnitPlace): InstalledUnit {
  const unit = where.platform === 'darwin' ? launchd(where) : systemd(where);
  mkdirSync(dirname(unit.file), { recursive: true });
  writeFileSync(unit.file, unit.text);
  return { file: unit.file, next: unit.next };
}

function systemd({ home, droverHome }: UnitPlace) {
  const environment = Object.entries(daemonEnv(droverHome === null ? {} : { DROVER_HOME: droverHome }))
    .map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}\n`)
    .join('');
  return {
    file: join(home, '.config/systemd/user/drover.service'),
    next: 'systemctl --user enable --now drover',
    text: `[Unit]
Description=Drover

[Service]
ExecStart=${[process.execPath, ...daemonArgv()].map(quoted).join(' ')}
${environment}Restart=on-failure
KillMode=process

[Install]
WantedBy=default.target
`,
  };
}

/** systemd's own quoting; a percent sign would be a specifier. */
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('%', '%%')}"`;

function launchd({ home, droverHome }: UnitPlace) {
  const file = join(home, 'Library/LaunchAgents/drover.plist');
  const environment =
    droverHome === null
      ? ''
      : `<key>EnvironmentVariables</key><dict><key>DROVER_HOME</key>${string(droverHome)}</dict>\n`;
  return {
    file,
    next: `launchctl load ${file}`,
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>Label</key><string>drover</string>
<key>ProgramArguments</key><array>${[process.execPath, ...daemonArgv()].map(string).join('')}</array>
${environment}<key>RunAtLoad</key><true/>
<key>AbandonProcessGroup</key><true/>
</dict></plist>
`,
  };
}

const string = (text: string) =>
  `<string>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</string>`;
