// Development server. It restarts the service when a source file of the service changes, and serves the console with
// Vite. Open Vite's address in the browser. Links that the service creates use the same address.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// biome-ignore lint/style/noProcessEnv: the environment of this tool, which is not part of the product
const environment = process.env;
const host = '127.0.0.1';

/** Returns the number of a free port. The service keeps this port when it is restarted. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return String(typeof address === 'object' ? address?.port : address);
}

const start = (folder: string, args: readonly string[], variables: Readonly<Record<string, string>>): ChildProcess =>
  spawn(process.execPath, args, { cwd: folder, env: { ...environment, ...variables }, stdio: 'inherit' });

const port = environment.TIPSTAFF_PORT ?? '8080';
const servicePort = await freePort();
const children = [
  start(root, ['--watch', '--watch-preserve-output', 'src/main.ts', 'serve'], {
    TIPSTAFF_HOST: host,
    TIPSTAFF_PORT: servicePort,
    TIPSTAFF_BASE_URL: environment.TIPSTAFF_BASE_URL ?? `http://${host}:${port}`,
    // Node.js caches the compiled sources in this folder, which makes restarts faster.
    NODE_COMPILE_CACHE: `${root}node_modules/.cache/dev`,
  }),
  start(`${root}console`, ['node_modules/vite/bin/vite.js', '--host', host, '--port', port, '--strictPort'], {
    TIPSTAFF_DEV_SERVICE: `http://${host}:${servicePort}`,
  }),
];

let isStopping = false;
const stop = (): void => {
  isStopping = true;
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
for (const child of children) {
  child.on('exit', (code) => {
    // If one process exits by itself, for example because Vite's port is in use, the other process is stopped as well.
    if (!isStopping) process.exitCode = code ?? 1;
    stop();
  });
}
