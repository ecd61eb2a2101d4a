// `npm run demo`: an instance with a scene, in a temporary folder and on this machine only. Its end deletes the folder.
import { PassThrough } from 'node:stream';
import { runCommandLine } from '../src/cli/main.ts';
import { readConfig } from '../src/config.ts';
import { randomText } from '../src/lib/text/random-text.ts';
import { demoFolder } from './demo/folder.ts';
import { openInstance } from './demo/instance.ts';
import { roles } from './demo/people.ts';
import { playScene, type Scene, sceneDays } from './demo/scene.ts';

const { stdin, stdout, stderr } = process;
const ending = new AbortController();
let isServing = false;

/** Until it serves, a signal ends the scene; then SIGINT and SIGTERM are those of the service, and a closed terminal is one more. */
const onSignal = (signal: NodeJS.Signals): void => {
  if (!isServing) ending.abort(new Error('The demo was ended.'));
  else if (signal === 'SIGHUP') process.emit('SIGTERM', 'SIGTERM');
};

const say = (text: string): void => void stdout.write(`${text}\n`);

/** One line that changes where somebody looks at a terminal; elsewhere a line each. */
const sayProgress = (text: string): void => void stdout.write(stdout.isTTY ? `\r\x1b[K${text}` : `${text}\n`);

const accounts = Object.entries(roles).map(([username, role]) => `${username} (${role})`);

const texts = {
  announcement: 'Demo, for trying out: when it ends, this instance and its data are deleted.',
  'login-help': `The terminal shows the password of the demo. Accounts: ${accounts.join(', ')}.`,
};

/** Plays the scene; a line for each week of it says how far it is. */
async function seed(environment: Readonly<Record<string, string>>, password: string): Promise<Scene> {
  await using instance = await openInstance(readConfig(environment), sceneDays, ending.signal);
  let week = Number.POSITIVE_INFINITY;
  const progress = (daysAgo: number): void => {
    const next = Math.max(1, Math.ceil(daysAgo / 7));
    if (next === week) return;
    week = next;
    sayProgress(`Making 90 days of data: ${week} ${week === 1 ? 'week' : 'weeks'} left.`);
  };
  const scene = await playScene(instance, { password, texts, progress });
  sayProgress('');
  return scene;
}

const welcome = (address: string, password: string, { evaluation, trends, module }: Scene): string => `
+------------------------------------------------------------------------+
| DEMO, for trying out: when it ends, this instance and its data are     |
| deleted. It listens on this machine only. Ctrl-C ends it.              |
+------------------------------------------------------------------------+

Open      ${address}
Password  ${password}   (of every account)
Accounts  ${accounts.join('\n          ')}

Sign in as olivia, and look first at
  a plan that failed, which she may override
    ${address}${evaluation}
  how the policies of a set passed, week by week
    ${address}${trends}
  a module with deprecated versions, and who still installs them
    ${address}${module}?version=1.1.0
`;

/** Serves until a signal, as `tipstaff serve` does; answers the exit status. */
function serve(environment: Readonly<Record<string, string>>, password: string, scene: Scene): Promise<number> {
  // The service writes one document when it listens.
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
// Nobody reads any more, as with a closed terminal.
stdout.on('error', () => process.emit('SIGHUP', 'SIGHUP'));
await using folder = await demoFolder();
// The whole environment of the instance: no variable of this process counts.
const environment = {
  TIPSTAFF_HOST: '127.0.0.1',
  TIPSTAFF_PORT: '0',
  TIPSTAFF_DATA_DIR: folder.dataDir,
  TIPSTAFF_LOG_LEVEL: 'warn',
};
try {
  say('Demo: an instance for trying out. It takes half a minute to make its data, and deletes them when it ends.');
  const password = randomText(20);
  const scene = await seed(environment, password);
  process.exitCode = await serve(environment, password, scene);
} catch (error) {
  if (!ending.signal.aborted) throw error;
}
