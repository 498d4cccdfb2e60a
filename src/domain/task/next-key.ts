// The key of the next criterion under the same label: `SC-1.2`.
import { criteria, type TaskView } from './move.ts';

export const nextKey = (view: TaskView, planned: string): string => {
  const before = criteria(view).filter(({ key }) => key === planned || key.startsWith(`${planned}.`));
  return `${planned}.${before.length + 1}`;
};
