// Serves from source while somebody edits: the service restarts with every file that it imports, and Vite serves the
// console in front of it. People open Vite's address, which is the base of the service's links.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// biome-ignore lint/style/noProcessEnv: of the tool, never of the product
const environment = process.env;
const port = Number(environment.TIPSTAFF_PORT ?? 8080);
const address = `http://127.0.0.1:${port}`;
const service = `http://127.0.0.1:${port + 1}`;

const start = (args: readonly string[], variables: Readonly<Record<string, string>>, folder = root): ChildProcess =>
  spawn(process.execPath, args, { cwd: folder, env: { ...environment, ...variables }, stdio: 'inherit' });

const children = [
  start(['--watch', '--watch-preserve-output', '--enable-source-maps', 'src/main.ts', 'serve'], {
    TIPSTAFF_PORT: String(port + 1),
    TIPSTAFF_HOST: '127.0.0.1',
    TIPSTAFF_BASE_URL: environment.TIPSTAFF_BASE_URL ?? address,
    // Node.js keeps what it compiled, types removed: a restart then reads it instead of the sources.
    NODE_COMPILE_CACHE: `${root}node_modules/.cache/dev`,
  }),
  start(
    ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
    { TIPSTAFF_DEV_SERVICE: service },
    `${root}console`,
  ),
];

const stop = (): void => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
for (const child of children)
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    stop();
  });
