// Queue of test files. Several files share a process, because loading the service and warming up the compiler takes
// longer than running the tests in most files. All processes take files from one queue until it is empty, so that they
// finish at about the same time.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Queue {
  /** Folder that contains a marker file for each test file that a process has taken. */
  readonly folder: string;
  /** Paths of the test files in queue order. */
  readonly files: readonly string[];
}

const markOf = ({ folder }: Queue, index: number): string => join(folder, `${index}.taken`);

/** Marks a test file as taken. Returns false if it was already taken. */
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

/** Takes the next free test file. Undefined if all files are taken. */
export const take = (queue: Queue, taker: string): string | undefined =>
  queue.files.find((_file, index) => mark(markOf(queue, index), taker));

/** Assigns the first `count` test files to the processes in turn. */
export function deal(queue: Queue, takers: readonly string[], count: number): void {
  for (let index = 0; index < count; index += 1) mark(markOf(queue, index), takers[index % takers.length] ?? '');
}

/** Returns the test files that a process has taken. */
export const takenBy = (queue: Queue, taker: string): readonly string[] =>
  queue.files.filter((_file, index) => {
    const path = markOf(queue, index);
    return existsSync(path) && readFileSync(path, 'utf8') === taker;
  });
