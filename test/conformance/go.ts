// Official Go client, which the Go toolchain downloads.
import { readFile } from 'node:fs/promises';
import { isMissing, type Measured, outcomesIn, run, type StockClient, type Target } from './clients.ts';

const folder = new URL('./go/', import.meta.url);

/** Returns the client version that a `go.mod` file requires. */
export const versionIn = (manifest: string): string => /go-tfe(?:\/v\d+)? (v\S+)/.exec(manifest)?.[1] ?? 'unknown';

async function measure({ url, token }: Target): Promise<Measured> {
  try {
    const { stdout } = await run('go', ['run', '.'], {
      cwd: folder,
      // biome-ignore lint/style/noProcessEnv: the toolchain needs its own variables
      env: { ...process.env, TIPSTAFF_URL: url, TIPSTAFF_TOKEN: token, GOWORK: 'off' },
      timeout: 600_000,
    });
    const version = versionIn(await readFile(new URL('./go.mod', folder), 'utf8'));
    return { version, outcomes: outcomesIn(stdout) };
  } catch (error) {
    if (isMissing(error)) return { skipped: 'there is no Go toolchain on this machine' };
    throw error;
  }
}

export const goClient: StockClient = { name: 'go-tfe', measure };
