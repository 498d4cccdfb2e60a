// A certificate that signs itself, with its key, as files.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** For these names and addresses (`DNS:drover.test`, `IP:127.0.0.1`). */
export function makeCertificate(
  folder: string,
  { names = 'DNS:drover.test,IP:127.0.0.1', days = 90, as = 'own' } = {},
) {
  const files = { cert: join(folder, `${as}.cert.pem`), key: join(folder, `${as}.key.pem`) };
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', String(days)];
  const told = ['-subj', '/CN=drover', '-addext', `subjectAltName=${names}`];
  execFileSync('openssl', ['req', '-x509', ...made, ...told, '-keyout', files.key, '-out', files.cert], {
    stdio: 'ignore',
  });
  return { ...files, read: () => ({ cert: readFileSync(files.cert), key: readFileSync(files.key) }) };
}
