// Serves from source while somebody edits: the service restarts with every file that it imports, and Vite serves the
// console in front of it. People open Vite's address, which is the base of the service's links.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// biome-ignore lint/style/noProcessEnv: of the tool, never of the product
const environment = process.env;
const host = '127.0.0.1';

/** A port that is free now. The service has the same one after each restart. */
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
    // Node.js stores compiled sources there, without their types: a restart reads these.
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
    // One that ends alone, such as Vite without its port, ends the other one.
    if (!isStopping) process.exitCode = code ?? 1;
    stop();
  });
}
