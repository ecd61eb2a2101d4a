import { CommandFailed } from './command.ts';

/** What is in a file; `-` is standard input. */
export const contentOf = async (path: string): Promise<string> => {
  if (path === '-') {
    const { text } = await import('node:stream/consumers');
    return text(process.stdin);
  }
  const { readFile } = await import('node:fs/promises');
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new CommandFailed(`There is no file ${path} that can be read.`);
  }
};
