// The commands of this folder under their names.
import { board } from './board.ts';
import { backUp, doctor } from './doctor.ts';
import { down, ping } from './down.ts';
import { listNames } from './names.ts';

export const serviceCommands = {
  'service.backup': backUp,
  'service.board': board,
  'service.doctor': doctor,
  'service.down': down,
  'service.names': listNames,
  'service.ping': ping,
};
