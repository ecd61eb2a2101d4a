// Checks of "tipstaff doctor" that a running service can make: each has an end, and none of them blocks it.
import type { Context } from '../../../context.ts';
import { pressure } from '../../../http/services.ts';
import { within } from '../../../lib/concurrency/time-limit.ts';
import { futureLeases } from '../../../runtime/jobs/leases.ts';
import { clockNote } from '../../../runtime/state/clock-note.ts';
import { readHeld } from '../../../runtime/state/held.ts';
import { readState } from '../../../runtime/state/instance-state.ts';
import { auditAnchor, oldestUnsealed, rollbackSentence } from '../../audit/index.ts';
import { streamFindings } from '../audit-stream/findings.ts';
import { readStreamStatus } from '../audit-stream/status.ts';
import { checkDataFolder } from '../doctor/data-folder.ts';
import { type Finding, ok, problem, warning } from '../doctor/finding.ts';
import {
  checkCertificate,
  checkDisk,
  clockFinding,
  countFindings,
  databaseClockFindings,
  engineFinding,
  nodeFinding,
  postgresFindings,
  proxyFindings,
  signInFindings,
  waitingFindings,
} from '../doctor/findings.ts';
import { heldFindings } from '../held/findings.ts';
import { failingMail, oldestMail } from '../mail/store.ts';
import { engineChoice } from '../services.ts';
import { type DatabaseFacts, readDatabaseFacts } from './database-facts.ts';

/** Maximum duration of one check, in milliseconds: a disk of the network may never answer. */
const timeout = 5_000;

type Check = (context: Context) => Promise<readonly Finding[]>;

const waiting: Check = async (context) => {
  const { database } = context;
  const [note, leases, unsealed, mail, mailAttempts] = await Promise.all([
    clockNote.read(database),
    futureLeases.read(database),
    oldestUnsealed.read(database),
    oldestMail.read(database),
    failingMail.read(database),
  ]);
  return waitingFindings({
    clockNote: note,
    futureLeases: leases,
    mailAttempts,
    oldestMail: mail,
    oldestUnsealed: unsealed,
  });
};

const whole: Check = async (context) => {
  const { database } = context;
  await database.probe();
  const [damage, rollback] = [database.damage(), auditAnchor(context).rollback()];
  return [
    damage === undefined
      ? ok('database', 'It answers. To check every table, run "tipstaff doctor" on the server.')
      : problem('database', `The database is damaged (${damage}): stop the service, and restore a backup.`),
    ...(rollback === undefined ? [] : [problem('database', rollbackSentence(rollback))]),
  ];
};

const held: Check = async ({ database }) => heldFindings(await readHeld(database));

const load: Check = async (context) => {
  const reason = pressure(context).reason();
  return reason === undefined ? [] : [warning('load', `Requests are refused: ${reason}.`)];
};

const checks: Readonly<Record<string, Check>> = {
  certificate: ({ config }) => checkCertificate(config),
  disk: ({ config }) => checkDisk(config),
  'data folder': ({ config }) => checkDataFolder(config),
  database: whole,
  jobs: waiting,
  'audit stream': async ({ database, clock }) => streamFindings(await readStreamStatus(database), clock.now()),
  accounts: async ({ ports, database }) => countFindings(!(await ports.areUsersCounted(database))),
  'sign-in': async ({ ports, database }) => signInFindings(await ports.signInWarnings(database)),
  proxy: async ({ config, database }) => proxyFindings(config, await readState(database, 'untrusted-proxy')),
  settings: async (context) => context.ports.settingsProblems(context).map((detail) => problem('settings', detail)),
  held,
  load,
};

/** Rejects when a promise takes too long. */
const inTime = async <T>(work: Promise<T>): Promise<T> => {
  const result = await within(timeout, () => work);
  if (result === undefined) throw new Error('too late');
  return result;
};

/** A check that fails, or does not end, is a finding too; its reason is in the log. */
const outcomeOf = async (context: Context, [name, check]: [string, Check]): Promise<readonly Finding[]> => {
  try {
    return await inTime(check(context));
  } catch (error) {
    context.log.warn({ error, check: name }, 'a check of the service failed');
    return [problem(name, `The check failed, or did not end in ${timeout / 1_000} s: the log says more.`)];
  }
};

export interface Examination {
  readonly findings: readonly Finding[];
  /** Undefined where the database does not answer. */
  readonly database: DatabaseFacts | undefined;
}

/** Result of work that ends in time; undefined where it does not, and the log has the reason. */
export const known = async <T>({ log }: Context, work: Promise<T>): Promise<T | undefined> => {
  try {
    return await inTime(work);
  } catch (error) {
    log.warn({ error }, 'the database or the disk says nothing of itself');
    return undefined;
  }
};

const serverFindings = (facts: DatabaseFacts | undefined): readonly Finding[] =>
  facts?.engine === 'postgres' ? [...postgresFindings(facts.version), ...databaseClockFindings(facts.clockAhead)] : [];

/** Looks at the running service. */
export async function examineService(context: Context): Promise<Examination> {
  const [database, ...results] = await Promise.all([
    known(context, readDatabaseFacts(context.database)),
    ...Object.entries(checks).map((each) => outcomeOf(context, each)),
  ]);
  const findings = [
    nodeFinding(process.versions.node),
    clockFinding(new Date(context.clock.now())),
    engineFinding(engineChoice(context)),
    ...results.flat(),
    ...serverFindings(database),
  ];
  return { findings, database };
}
