// Checks that the file paths in documents exist, because a wrong path misleads readers.
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import type { Problem, Sources } from './source.ts';

const named = /`((?:bench|bin|console|deploy|docs|examples|integrations|policy-engine|scripts|src|test)\/[\w./-]+)`/g;

/** Returns the paths that do not exist, relative to the project's root folder or to `console`. */
export function pathProblems(root: string, documents: Sources): readonly Problem[] {
  return [...documents].flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) =>
      [...line.matchAll(named)]
        .map(([, name = '']) => name)
        .filter((name) => !existsSync(posix.join(root, name)) && !existsSync(posix.join(root, 'console', name)))
        .map((name) => ({ path, line: index + 1, message: `${name} does not exist.` })),
    ),
  );
}
