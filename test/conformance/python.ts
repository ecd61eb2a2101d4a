// Official Python SDK, which pip installs into a separate environment.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMissing, type Measured, outcomesIn, run, type StockClient, type Target } from './clients.ts';

const folder = new URL('./python/', import.meta.url);
const requirements = fileURLToPath(new URL('./requirements.txt', folder));
const timeout = 600_000;

async function measure({ url, token }: Target): Promise<Measured> {
  const version = /==(\S+)/.exec(await readFile(requirements, 'utf8'))?.[1] ?? 'unknown';
  const environment = await mkdtemp(join(tmpdir(), 'tipstaff-python-'));
  try {
    await run('python3', ['-m', 'venv', environment], { timeout });
    const python = join(environment, 'bin', 'python');
    await run(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements], { timeout });
    const { stdout } = await run(python, ['main.py'], {
      cwd: folder,
      // biome-ignore lint/style/noProcessEnv: the interpreter needs its own variables
      env: { ...process.env, TIPSTAFF_URL: url, TIPSTAFF_TOKEN: token },
      timeout,
    });
    return { version, outcomes: outcomesIn(stdout) };
  } catch (error) {
    if (isMissing(error)) return { skipped: 'there is no Python on this machine' };
    throw error;
  } finally {
    await rm(environment, { recursive: true, force: true });
  }
}

export const pythonClient: StockClient = { name: 'pytfe', measure };
