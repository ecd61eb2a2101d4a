import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs a git command in a folder and returns its trimmed output. */
export const git = async (folder: string, ...words: readonly string[]): Promise<string> =>
  (await run('git', words, { cwd: folder })).stdout.trim();
