// Second major version of the official Go client. It runs only if a Go workspace names its source folder.
import { readFile } from 'node:fs/promises';
import { isMissing, type Measured, outcomesIn, run, type StockClient, type Target } from './clients.ts';
import { versionIn } from './go.ts';

const folder = new URL('./go-v2/', import.meta.url);

async function measure({ url, token }: Target): Promise<Measured> {
  // biome-ignore lint/style/noProcessEnv: the toolchain needs its own variables
  const environment = process.env;
  if (environment.GOWORK === undefined) return { skipped: 'GOWORK names no Go workspace with its sources' };
  try {
    const version = versionIn(await readFile(new URL('./go.mod', folder), 'utf8'));
    const { stdout } = await run('go', ['run', '.'], {
      cwd: folder,
      env: { ...environment, TIPSTAFF_URL: url, TIPSTAFF_TOKEN: token },
      timeout: 600_000,
    });
    return { version, outcomes: outcomesIn(stdout) };
  } catch (error) {
    if (isMissing(error)) return { skipped: 'there is no Go toolchain on this machine' };
    throw error;
  }
}

export const goClientV2: StockClient = { name: 'go-tfe/v2', measure };
