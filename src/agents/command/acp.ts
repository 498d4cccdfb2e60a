// Any program that speaks the Agent Client Protocol. What it can do is asked of itself when it starts.
import { type AcpProfile, overAcp } from '../drivers/acp/profile.ts';
import { findProgram } from '../drivers/launch.ts';

export function acpCommand(name: string, argv: readonly string[], passEnv: readonly string[]): AcpProfile {
  const [program = '', ...args] = argv;
  return {
    name,
    capabilities: { ...overAcp, effort: true, readOnly: 'none', context: true },
    passEnv,
    dropEnv: /^CLAUDECODE$/,
    hint: `agents.${name}.acp names ${program}`,
    locate: (env) => findProgram(program, env),
    versionArgs: ['--version'],
    args: (spec) => [...args, ...spec.args],
    env: () => ({}),
    state: () => [],
    model: 'protocol',
    graceMs: 4000,
  };
}
