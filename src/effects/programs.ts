// Which programs a task would meet, looked at before anybody works for what they are to check.
import { isAbsolute, join } from 'node:path';
import type { EffectFunction } from '../ports/effect.ts';
import { environmentOf } from './run/program.ts';

export const findPrograms: EffectFunction<'find-programs'> = async (ports, { programs }, { thing }) => {
  const { PATH } = await environmentOf(ports, thing.task);
  const folders = PATH?.split(':').filter((folder) => isAbsolute(folder));
  const missing: string[] = [];
  for (const program of folders === undefined ? [] : programs)
    if (!(await isIn(folders ?? [], program, ports))) missing.push(program);
  return { kind: 'done', output: { missing } };
};

async function isIn(
  folders: readonly string[],
  program: string,
  { files }: Parameters<EffectFunction<'find-programs'>>[0],
): Promise<boolean> {
  for (const folder of folders) if (await files.there(join(folder, program))) return true;
  return false;
}
