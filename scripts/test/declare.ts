import { resolve } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { stopTracking } from './tracking.ts';

/** Declares a suite for each test file; one that does not load is a suite that fails. */
export function declareFiles(root: string, files: readonly string[]): void {
  let loading = files.length;
  const loaded = (): void => {
    loading -= 1;
    if (loading === 0) stopTracking();
  };
  for (const file of files) {
    describe(file, () => import(pathToFileURL(resolve(root, file)).href).finally(loaded));
  }
}
