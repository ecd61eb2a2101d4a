import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CommandFailed } from './command.ts';

/** What is in a file; `-` is standard input. */
export const contentOf = async (path: string): Promise<string> => {
  if (path === '-') {
    return text(process.stdin);
  }
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new CommandFailed(`There is no file ${path} that can be read.`);
  }
};
