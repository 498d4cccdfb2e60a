// Proof of the caller's pid: a file that this process holds open, found by the daemon among its open files.
import { fs } from './builtins.ts';

export type Proof = { readonly nonce: string; end(): void };

/** In `folder` (0700); removed and closed by `end`. Without a folder that can be written there is no proof: ''. */
export function provePid(folder: string, pid: number): Proof {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const nonce = `${fs.realpathSync(folder)}/${pid}-${process.hrtime.bigint().toString(36)}`;
    const file = fs.openSync(nonce, 'wx', 0o600);
    return { nonce, end: () => void [fs.rmSync(nonce, { force: true }), fs.closeSync(file)] };
  } catch {
    return { nonce: '', end: () => undefined };
  }
}
