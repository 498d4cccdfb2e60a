// pi tells its edits by an extension of this start alone. The build turns the path into that of its bundle.
import { fileURLToPath } from 'node:url';
import { editsByVariable, type TellsEdits } from '../../edits/edit-hook.ts';
import { filesOf } from '../../hook/hook-program.ts';

export const piEdits: TellsEdits = (edits) => {
  const extension = fileURLToPath(new URL('./main.ts', import.meta.url));
  return { args: ['-e', extension], env: editsByVariable(edits), reads: filesOf(extension) };
};
