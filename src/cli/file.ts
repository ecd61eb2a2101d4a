import { readFile } from 'node:fs/promises';
import { CommandFailed, type Terminal } from './command.ts';

/** What is in a file; `-` is standard input. */
export const contentOf = async (terminal: Terminal, path: string): Promise<string> => {
  if (path === '-') return terminal.input();
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new CommandFailed(`There is no file ${path} that can be read.`);
  }
};
