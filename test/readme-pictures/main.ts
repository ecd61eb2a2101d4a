// `node test/readme-pictures/main.ts` takes the screenshots for the README, with the demo's data.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { openInstance } from '../../scripts/demo/instance.ts';
import { playScene, sceneDays } from '../../scripts/demo/scene.ts';
import { readConfig } from '../../src/config.ts';
import { cookieOf, loaded, visit } from '../support/console.ts';
import { globalSetup, globalTeardown } from '../support/global-setup.ts';
import { password } from '../support/session.ts';
import { temporaryFolder } from '../support/temporary.ts';

const fileOf = (name: string): string => fileURLToPath(new URL(`../../docs/images/${name}.png`, import.meta.url));

async function main(): Promise<void> {
  await using folder = await temporaryFolder();
  const config = readConfig({
    TIPSTAFF_DATA_DIR: join(folder.path, 'data'),
    TIPSTAFF_PORT: '0',
    TIPSTAFF_LOG_LEVEL: 'warn',
  });
  await using instance = await openInstance(config, sceneDays, new AbortController().signal);
  const { draft, evaluation, module } = await playScene(instance, { password });
  const owner = { user: { username: 'olivia' } };
  const cookie = await cookieOf(instance, owner);
  for (const [name, path] of Object.entries({ 'policy-editor': draft, evaluation, module })) {
    const colors = name === 'evaluation' ? 'dark' : 'light';
    await visit(instance, owner, { path, colors, cookie }, async (page: Page) => {
      await loaded(page, /./);
      await page.getByText('Checking…').waitFor({ state: 'detached' });
      if (name === 'policy-editor') await page.getByText('Did you mean sprintf?').waitFor();
      await page.screenshot({ path: fileOf(name) });
    });
  }
}

await globalSetup();
try {
  await main();
} finally {
  await globalTeardown();
}
