import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Output of a git command in a folder, without white space around it. */
export const git = async (folder: string, ...words: readonly string[]): Promise<string> =>
  (await run('git', words, { cwd: folder })).stdout.trim();
