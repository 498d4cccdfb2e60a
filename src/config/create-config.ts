// The person's configuration file: read fresh each time, changed under a lock and replaced whole.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { defined } from '../domain/defined.ts';
import { fail, ok, type Result } from '../domain/error.ts';
import { nearest } from '../domain/text/nearest.ts';
import type { Config, EnvironmentEntry, PersonConfig, RepositoryConfig } from '../ports/config.ts';
import type { Site } from '../ports/environment.ts';
import { addEntry, meant, removeEntry, type Section, setKey } from './change-entry.ts';
import { changeFile, replaceFile } from './change-file.ts';
import { changeKey, readKey, unsetKey } from './change-key.ts';
import { checkSource, parseSource, type Source } from './document.ts';
import { environmentsOf } from './environments-of.ts';
import { createReader, loadFile, textOf } from './load-file.ts';
import { repositorySchema } from './schema.ts';

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

// The meaning of a repository's `.drover.yaml`; figures for limits are refused, since nothing here would check them.

const tddDefaults = { behaviour: 'enforce', refactor: 'green', docs: 'off', config: 'off' } as const;

function parseRepository(text: string, path: string): Result<RepositoryConfig> {
  const source = parseSource(path, text);
  const content = source.ok ? checkSource(source.value, repositorySchema) : source;
  if (!content.ok) return content;
  const { tdd, large_files: largest, ...checks } = content.value;
  const settings = { ...checks, ...defined({ largest }) };
  return ok(tdd === undefined ? settings : { ...settings, tdd: { ...tddDefaults, ...tdd } });
}

// An environment as it is looked at: of this machine with `~` opened, of another one as it is written.

function siteOf(name: string, entry: EnvironmentEntry, expand: (path: string) => string): Site {
  const { type, user_host, allow_paths = [], log = null, service = null } = entry;
  const path = type === 'local' ? expand(entry.path) : entry.path;
  return { name, type, user_host, path, allow_paths, log, service };
}

// What must hold of a workspace before it is written down: its path is a git checkout, and its `default_env` is known.

async function usable(
  config: PersonConfig,
  expand: (path: string) => string,
  section: Section,
  name: string,
): Promise<Result<void>> {
  const entry = section === 'workspaces' ? config.workspaces[name] : undefined;
  if (entry === undefined) return ok(undefined);
  const environments = Object.keys(config.environments);
  if (entry.default_env !== undefined && !environments.includes(entry.default_env)) {
    const near = nearest(entry.default_env, environments);
    const hint = near === null ? '' : `; the nearest is "${near}"`;
    return fail('ENVIRONMENT_NOT_FOUND', `environment "${entry.default_env}" is not found${hint}`, { nearest: near });
  }
  return await checkout(expand(entry.path), entry.path);
}

async function checkout(path: string, written: string): Promise<Result<void>> {
  if (!(await exists(path))) return fail('PATH_NOT_FOUND', `${written} does not exist`, { path });
  if (await exists(join(path, '.git'))) return ok(undefined);
  return fail('PATH_NOT_FOUND', `${written} is not the top folder of a git checkout`, { path });
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
