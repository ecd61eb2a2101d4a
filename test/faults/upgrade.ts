// Rolling upgrade: programs built from an earlier commit serve and restart on the current schema, and on the next
// schema.
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../src/db/open.ts';
import { killed } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { engines } from '../support/world.ts';
import { raisedSteps } from '../upgrade/next.ts';
import { type Fault, NotPossible, type Stage } from './fault.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const from = readFileSync(new URL('../upgrade/from', import.meta.url), 'utf8').trim();

const git = (...words: readonly string[]): string =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const requireHistory = (): void => {
  try {
    git('cat-file', '-e', `${from}^{commit}`);
  } catch {
    throw new NotPossible(`the commit ${from.slice(0, 12)} of test/upgrade/from is not in this copy's history`);
  }
};

/** Path of the earlier commit's program, by the environment variables with which it runs. */
const programs = new WeakMap<object, string>();

/** Checks the earlier commit out into a separate worktree, which uses the current packages. */
const withEarlier: Fault['place'] = async (environment) => {
  requireHistory();
  await using stack = new AsyncDisposableStack();
  const { path } = stack.use(await temporaryFolder());
  const tree = `${path}/earlier`;
  git('worktree', 'add', '--detach', tree, from);
  stack.defer(() => void git('worktree', 'remove', '--force', tree));
  await symlink(`${root}node_modules`, `${tree}/node_modules`);
  const own = { ...environment };
  programs.set(own, `${tree}/bin/tipstaff.js`);
  const opened = stack.move();
  return { environment: own, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

/**
 * Applies a migration step that exists only in this test. No real step can be used, because the database has all of
 * them from the start.
 */
const raiseSchema = ({ environment }: Stage): Promise<unknown> =>
  migrate(
    { dataDir: environment.TIPSTAFF_DATA_DIR ?? '', databaseUrl: environment.TIPSTAFF_DATABASE_URL },
    { steps: raisedSteps },
  );

/** Restarts an instance. In the first round, the schema is migrated while the instance runs. */
const restart = async (stage: Stage, round: number): Promise<void> => {
  if (round === 0) await raiseSchema(stage);
  await pause(randomInt(100, 800));
  const number = round % stage.instances.length;
  const instance = stage.instances[number];
  if (instance !== undefined) await killed(instance);
  await stage.restart(number);
};

const rolling: Pick<Fault, 'place' | 'strike'> = { place: withEarlier, strike: restart };

export const upgrades: readonly Fault[] = [
  {
    ...rolling,
    name: 'rolling upgrade',
    engines,
    instances: 1,
    program: (environment) => programs.get(environment),
  },
  {
    ...rolling,
    name: 'rolling upgrade, both programs',
    engines: ['postgres'],
    instances: 2,
    program: (environment, number) => (number === 0 ? programs.get(environment) : undefined),
  },
];
