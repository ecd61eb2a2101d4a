// Many test files share a process: to load the service, and to run code before it is compiled well, takes longer than most
// files' tests. The processes take files from one queue until it is empty, so that all end at about the same time.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Queue {
  /** The folder that shows which process has taken a file. */
  readonly folder: string;
  /** Paths of files, the next one first. */
  readonly files: readonly string[];
}

const markOf = ({ folder }: Queue, index: number): string => join(folder, `${index}.taken`);

/** False if the file was taken before. */
function mark(path: string, taker: string): boolean {
  if (existsSync(path)) return false;
  try {
    writeFileSync(path, taker, { flag: 'wx' });
    return true;
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'EEXIST') return false;
    throw error;
  }
}

/** Takes the next file that no process has taken; undefined when all are. */
export const take = (queue: Queue, taker: string): string | undefined =>
  queue.files.find((_file, index) => mark(markOf(queue, index), taker));

/** Deals out the first files, one to each process in turn. */
export function deal(queue: Queue, takers: readonly string[], count: number): void {
  for (let index = 0; index < count; index += 1) mark(markOf(queue, index), takers[index % takers.length] ?? '');
}

/** Files that a process has taken. */
export const takenBy = (queue: Queue, taker: string): readonly string[] =>
  queue.files.filter((_file, index) => {
    const path = markOf(queue, index);
    return existsSync(path) && readFileSync(path, 'utf8') === taker;
  });
