// What looks like a secret by its path alone, and what only resembles one.
import { describe, expect, it } from 'vitest';
import { foldersPassedBy, isSecretPath, passedBy } from './secret-paths.ts';

describe('a path looks like a secret', () => {
  it.each([
    ...['.env', '/srv/.env', '/srv/.env/', '.env.examples', '.env.local', '.env.sample.local', '.env-sample'],
    ...['prod.kubeconfig.env.example', '.ENV', 'a/.ssh/known', '.ssh', '.config/gcloud', '/root/.config/gcloud/x/y'],
    ...['/proc/1/environ', 'a/id_rsa.pub', 'secrets/a.txt', 'a/sudoers.d/b', '.docker/config'],
  ])('%s', (path) => expect(isSecretPath(path)).toBe(true));

  it.each([
    ...['', '/', '.env.example', 'a/.env.sample', '.env.template', '.ENV.dist', 'environment', 'a.env.example'],
    ...[
      'gcloud',
      'gcloud/x',
      '.config/x',
      '.config/a/gcloud',
      'ssh/known',
      'a.ssh/b',
      'app.log',
      '.env.example/app.log',
    ],
    ...['secret-values/app.log', 'credentials.log'],
  ])('not: %s', (path) => expect(isSecretPath(path)).toBe(false));
});

it('a search passes by each of them once', () => {
  for (const all of [passedBy, foldersPassedBy]) expect(new Set(all).size).toBe(all.length);
  for (const glob of ['.env*', 'id_*', '*.pem', 'netrc']) expect(passedBy).toContain(`--exclude=${glob}`);
  for (const name of ['.ssh', 'secrets', 'gcloud', 'proc']) expect(foldersPassedBy).toContain(`--exclude-dir=${name}`);
});
