// The commands of this folder under their names.
import { setPin } from '../shared/pin.ts';
import { getConfig, listConfig, pathOfConfig, replaceConfig, setConfig, textOfConfig, unsetConfig } from './config.ts';

export const configCommands = {
  'config.get': getConfig,
  'config.list': listConfig,
  'config.path': pathOfConfig,
  'config.pin': setPin,
  'config.replace': replaceConfig,
  'config.set': setConfig,
  'config.text': textOfConfig,
  'config.unset': unsetConfig,
};
