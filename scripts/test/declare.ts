import { resolve } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

/** Declares a suite for each test file; one that does not load is a suite that fails. */
export function declareFiles(root: string, files: readonly string[]): void {
  for (const file of files) {
    describe(file, async () => {
      await import(pathToFileURL(resolve(root, file)).href);
    });
  }
}
