import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Creates a named pipe. Reading it blocks until another process writes to it. */
export const makePipe = async (path: string): Promise<void> => {
  await promisify(execFile)('mkfifo', [path]);
};
