// Declares tests on both database engines.
import { relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { getCallSites } from 'node:util';
import { alwaysOnBoth, readChosen } from '../../../scripts/test/pairs.ts';
import type { Engine } from '../../../src/db/engine.ts';
import { recordTest } from './record.ts';

export const engines: readonly Engine[] = ['sqlite', 'postgres'];

const root = fileURLToPath(new URL('../../..', import.meta.url));
// biome-ignore lint/style/noProcessEnv: from the program that runs all tests
const chosen = process.env.TEST_PAIRS === 'chosen' ? readChosen() : undefined;

const callingTestFile = (): string => {
  const site = getCallSites(50).find(({ scriptName }) => scriptName.endsWith('.test.ts'));
  return relative(root, site === undefined ? '' : fileURLToPath(site.scriptName));
};

/**
 * Declares a test on each engine. A full test run skips PostgreSQL for tests that do not depend on the engine and were
 * not chosen for it.
 */
export function testOnEachEngine(sentence: string, play: (engine: Engine) => Promise<void>): void {
  const name = `${callingTestFile()}: ${sentence}`;
  const isOnBoth = chosen === undefined || chosen.has(name) || alwaysOnBoth(name);
  for (const engine of isOnBoth ? engines : (['sqlite'] as const)) {
    test(`${sentence} (${engine})`, () => recordTest(name, () => play(engine)));
  }
}
