// Implements `npm run demo`, which starts a service with sample data in a temporary folder. The service is reachable
// only from this machine. The folder is deleted when the demo ends.
import { PassThrough } from 'node:stream';
import { runCommandLine } from '../src/cli/main.ts';
import { failureOf } from '../src/cli/terminal/failure.ts';
import { readConfig } from '../src/config.ts';
import { randomText } from '../src/lib/text/random-text.ts';
import { demoFolder } from './demo/folder.ts';
import { openInstance } from './demo/instance.ts';
import { roles } from './demo/people.ts';
import { playScene, type Scene, sceneDays } from './demo/scene.ts';

const { stdin, stdout, stderr } = process;
const ending = new AbortController();
let isServing = false;

/**
 * Handles a signal. Before the service listens, a signal stops the simulation. Afterwards the service itself handles
 * SIGINT and SIGTERM. The demo also ends when the terminal is closed.
 */
const onSignal = (signal: NodeJS.Signals): void => {
  if (!isServing) ending.abort(new Error('The demo was ended.'));
  else if (signal === 'SIGHUP') process.emit('SIGTERM', 'SIGTERM');
};

const say = (text: string): void => void stdout.write(`${text}\n`);

/**
 * Prints a progress message. On a terminal, the message replaces the previous one. Otherwise each message is a line.
 */
const sayProgress = (text: string): void => void stdout.write(stdout.isTTY ? `\r\x1b[K${text}` : `${text}\n`);

const accounts = Object.entries(roles).map(([username, role]) => `${username} (${role})`);

const texts = {
  announcement: 'Demo for evaluation: this instance and its data are deleted when it ends.',
  'login-help': `The terminal shows the password of all accounts. Accounts: ${accounts.join(', ')}.`,
};

/** Runs the simulation and reports progress once for each simulated week. */
async function seed(environment: Readonly<Record<string, string>>, password: string): Promise<Scene> {
  await using instance = await openInstance(readConfig(environment), sceneDays, ending.signal);
  let week = Number.POSITIVE_INFINITY;
  const progress = (daysAgo: number): void => {
    const next = Math.max(1, Math.ceil(daysAgo / 7));
    if (next === week) return;
    week = next;
    sayProgress(`Creating 90 days of data: ${week} ${week === 1 ? 'week' : 'weeks'} left.`);
  };
  const scene = await playScene(instance, { password, texts, progress });
  sayProgress('');
  return scene;
}

const welcome = (address: string, password: string, { evaluation, trends, module }: Scene): string => `
+------------------------------------------------------------------------+
| DEMO for evaluation: this instance and its data are deleted when it    |
| ends. It listens on this machine only. Press Ctrl-C to end it.         |
+------------------------------------------------------------------------+

Open      ${address}
Password  ${password}   (for every account)
Accounts  ${accounts.join('\n          ')}

Sign in as olivia. Good pages to start with:
  a failed plan that she may override
    ${address}${evaluation}
  the results of a policy set, week by week
    ${address}${trends}
  a module with deprecated versions, and their remaining users
    ${address}${module}?version=1.1.0
`;

/** Runs the service until a signal arrives, like `tipstaff serve`. Returns the exit status. */
function serve(environment: Readonly<Record<string, string>>, password: string, scene: Scene): Promise<number> {
  // The service writes a single JSON document when it starts to listen.
  const started = new PassThrough().on('data', (document: Buffer) => {
    const { address } = JSON.parse(document.toString('utf8'));
    if (address === undefined) return;
    isServing = true;
    if (ending.signal.aborted) process.emit('SIGTERM', 'SIGTERM');
    say(welcome(address, password, scene));
  });
  return runCommandLine(['serve', '--json'], { environment, stdin, stdout: started, stderr });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
// Writing to a closed terminal causes an error. The demo then ends.
stdout.on('error', () => process.emit('SIGHUP', 'SIGHUP'));
await using folder = await demoFolder();
/** Default port of the demo. It differs from the port of `npm start`, so that both can run. */
const usualPort = '8090';
// Complete environment of the service. Only the port is taken from the environment of this process.
const environment = {
  TIPSTAFF_HOST: '127.0.0.1',
  // biome-ignore lint/style/noProcessEnv: the demo passes on a single variable
  TIPSTAFF_PORT: process.env.TIPSTAFF_PORT ?? usualPort,
  TIPSTAFF_DATA_DIR: folder.dataDir,
  TIPSTAFF_LOG_LEVEL: 'warn',
};
try {
  say('Demo: a temporary instance. Creating its data takes half a minute; the data is deleted when the demo ends.');
  const password = randomText(20);
  const scene = await seed(environment, password);
  process.exitCode = await serve(environment, password, scene);
} catch (error) {
  if (!ending.signal.aborted) {
    const { exitCode, problems, stack } = failureOf(error);
    stderr.write(`${stack ?? problems.map(({ detail }) => detail).join('\n')}\n`);
    process.exitCode = exitCode;
  }
}
