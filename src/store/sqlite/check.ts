// Is every page of a database file as it must be? Looked at beside the work, in a thread of its own: a large file takes a while.
import { Worker } from 'node:worker_threads';

const look = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  let said;
  try {
    const database = new DatabaseSync(workerData, { readOnly: true, timeout: 5000 });
    said = String(Object.values(database.prepare('pragma quick_check(1)').get() ?? {})[0]);
    database.close();
  } catch (error) {
    said = error.message;
  }
  parentPort.postMessage(said);
`;

/** null: it is; else what is wrong, in sqlite's words. */
export async function checkDatabase(path: string): Promise<string | null> {
  const worker = new Worker(look, { eval: true, workerData: path });
  const said = await new Promise<string>((resolve) => {
    worker.once('message', resolve);
    worker.once('error', (error) => resolve(String(error)));
    worker.once('exit', (code) => resolve(`the look at it ended with ${code}`));
  });
  await worker.terminate();
  return said === 'ok' ? null : said;
}
