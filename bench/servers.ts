// Starts the processes that are measured. Each process ends with its measurement.
import { type ChildProcess, fork, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startOptions } from '../test/support/start-options.ts';
import type { CapturedAnswer } from './bare-server.ts';
import type { Installation } from './installation.ts';
import { probe, type Usage, usageOf } from './usage.ts';

/** Server that is measured. */
export interface Target extends AsyncDisposable {
  readonly port: number;
  readonly token: string;
  readonly pid: number;
  readonly usage: () => Promise<Usage>;
}

const program = fileURLToPath(new URL('../bin/tipstaff.js', import.meta.url));
const bareProgram = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

const startTimeout = 10_000;
const betweenAttempts = 2;

const running = new Set<ChildProcess>();

/** Kills every measured process immediately. Pending requests fail. */
export const endAll = (): void => {
  for (const child of running) child.kill('SIGKILL');
};
process.once('exit', endAll);

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = once(child, 'exit');
  const insist = setTimeout(() => child.kill('SIGKILL'), startTimeout);
  child.kill('SIGTERM');
  await end;
  clearTimeout(insist);
};

const watch = (child: ChildProcess): ChildProcess => {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
};

const freePort = async (): Promise<number> => {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await new Promise((resolve) => listener.close(resolve));
  if (port === undefined) throw new Error('no free port');
  return port;
};

const logOf = ({ dataDir }: Installation): string => join(dataDir, 'bench.log');

const spawnServer = (installation: Installation, port: number): ChildProcess => {
  const log = openSync(logOf(installation), 'a');
  const stdio: StdioOptions = ['ignore', log, log, ...(probe.length > 0 ? ['ipc' as const] : [])];
  const env = { ...installation.environment, TIPSTAFF_PORT: String(port) };
  const child = watch(spawn(process.execPath, [...startOptions, ...probe, program, 'serve'], { env, stdio }));
  closeSync(log);
  return child;
};

const doesAnswer = async (port: number): Promise<boolean> => {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/v2/ping`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
};

const firstAnswer = async (child: ChildProcess, port: number, installation: Installation): Promise<void> => {
  const deadline = performance.now() + startTimeout;
  while (!(await doesAnswer(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`the server does not respond. Its log:\n${await readFile(logOf(installation), 'utf8')}`);
    }
    await wait(betweenAttempts);
  }
};

/** Starts the service with the command that users run. Resolves when it has sent its first response. */
export const startServer = async (installation: Installation): Promise<Target> => {
  const port = await freePort();
  const child = spawnServer(installation, port);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => stop(child));
  await firstAnswer(child, port, installation);
  const opened = stack.move();
  return {
    port,
    token: installation.token,
    pid: child.pid ?? 0,
    usage: () => usageOf(child),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

/** Starts a bare server that always sends the given response. */
export const startBare = async (answer: CapturedAnswer, token: string): Promise<Target> => {
  const child = watch(fork(bareProgram, { execArgv: [...probe], env: {}, serialization: 'advanced' }));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => stop(child));
  const listening = once(child, 'message');
  child.send(answer);
  const [{ port }] = await listening;
  const opened = stack.move();
  return {
    port,
    token,
    pid: child.pid ?? 0,
    usage: () => usageOf(child),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};
