// The person's configuration file: read fresh each time, changed under a lock and replaced whole.
import { join } from 'node:path';
import { ok, type Result } from '../domain/error.ts';
import type { Config } from '../ports/config.ts';
import { addEntry, meant, removeEntry, type Section, setKey } from './change-entry.ts';
import { changeFile, replaceFile } from './change-file.ts';
import { changeKey, readKey, unsetKey } from './change-key.ts';
import type { Source } from './document.ts';
import { environmentsOf } from './environments-of.ts';
import { createReader, loadFile, textOf } from './load-file.ts';
import { parseRepository } from './parse-repository.ts';
import { siteOf } from './site-of.ts';
import { usable } from './usable.ts';

/** `file`: the configuration, absolute. `home`: what `~` means. Beside the file stands `FILE.lock`, empty. */
export function createConfig(place: { readonly file: string; readonly home: string }): Config {
  const expand = (path: string) => (/^~(?=\/|$)/.test(path) ? join(place.home, path.slice(1)) : path);
  const change = (edit: (source: Source) => Result<void>, section: Section, name: string) =>
    changeFile(place.file, edit, (config) => usable(config, expand, section, name));
  return {
    read: createReader(place.file),
    add: (section, name, value) => change((source) => addEntry(source, section, name, value), section, name),
    async set(section, name, key, value) {
      const changed = await change((source) => setKey(source, section, name, key, value), section, name);
      return changed.ok ? ok(meant(section, key)) : changed;
    },
    async get(key) {
      const loaded = await loadFile(place.file);
      return loaded.ok ? readKey(loaded.value.source, key) : loaded;
    },
    change: (key, value) => changeFile(place.file, (source) => changeKey(source, key, value)),
    async unset(key) {
      let was = false;
      const changed = await changeFile(place.file, (source) => {
        const unset = unsetKey(source, key);
        was = unset.ok && unset.value;
        return unset;
      });
      return changed.ok ? ok(was) : changed;
    },
    text: () => textOf(place.file),
    replace: (text, before) => replaceFile(place.file, text, before),
    remove: (section, name) => changeFile(place.file, (source) => removeEntry(source, section, name)),
    path: place.file,
    expand,
    repository: parseRepository,
    environmentsOf,
    siteOf: (name, entry) => siteOf(name, entry, expand),
  };
}
