import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Makes a named pipe, which keeps a reader until somebody writes to it. */
export const makePipe = async (path: string): Promise<void> => {
  await promisify(execFile)('mkfifo', [path]);
};
