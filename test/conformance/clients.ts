// The stock clients that the conformance programs call a real server with, and what each takes to run.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** One operation of a client: whether it did what the client expects. */
export interface Outcome {
  readonly area: string;
  readonly name: string;
  readonly error?: string;
}

/** A server that serves the words of these clients, and an administrator's token. */
export interface Target {
  readonly url: string;
  readonly token: string;
}

/** How a client was measured; the reason where it was not. */
export type Measured = { readonly outcomes: readonly Outcome[] } | { readonly skipped: string };

export interface StockClient {
  readonly name: string;
  readonly measure: (target: Target) => Promise<Measured>;
}

const run = promisify(execFile);

const isMissing = (error: unknown): boolean => Object(error).code === 'ENOENT';

/** A client prints one line of JSON for each operation. */
const outcomesIn = (text: string): readonly Outcome[] =>
  text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));

/** The official Go client; the Go toolchain fetches it. */
export const goClient: StockClient = {
  name: 'go-tfe v1.111.2',
  measure: async ({ url, token }) => {
    try {
      const { stdout } = await run('go', ['run', '.'], {
        cwd: new URL('./go/', import.meta.url),
        // biome-ignore lint/style/noProcessEnv: the toolchain needs its own variables
        env: { ...process.env, REEVE_URL: url, REEVE_TOKEN: token },
        timeout: 600_000,
      });
      return { outcomes: outcomesIn(stdout) };
    } catch (error) {
      if (isMissing(error)) return { skipped: 'there is no Go toolchain on this machine' };
      throw error;
    }
  },
};

export const stockClients: readonly StockClient[] = [goClient];
