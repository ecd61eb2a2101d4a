// Findings about a service, in plain words, before it starts and while it runs.
import { dirname } from 'node:path';
import type { Config } from '../../../config.ts';
import { freeBytesOf, isFull } from '../../../db/disk.ts';
import type { EngineChoice } from '../../../effects/policy-engine/engine-choice.ts';
import { type Certificate, certificateFiles, isEnding, readCertificate } from '../../../http/certificate.ts';
import { StartRefused } from '../../../lib/errors/start-refused.ts';
import { isBehind } from '../../../runtime/state/clock-note.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { isLate } from './lateness.ts';

const oldestNode = 24;
const gibibyte = 2 ** 30;
/** The program is older than no true clock. */
const [earliestYear, latestYear] = [2025, 2100];
const oldestPostgres = 15;
const worstClock = 5_000;

/** Finding about a version of Node, such as 24.1.0: a problem if it is too old to run the service. */
export const nodeFinding = (version: string): Finding =>
  Number.parseInt(version, 10) >= oldestNode
    ? ok('node', `Node.js ${version}.`)
    : problem('node', `Node.js ${version} is too old: install Node.js ${oldestNode} or later.`);

/** The build of the policy engine that evaluates; a program that somebody expects and that is not used is worth a look. */
export const engineFinding = ({ kind, reason, isUnexpected }: EngineChoice): Finding => {
  const engine = kind === 'native' ? 'a program for this machine' : 'WebAssembly';
  return (isUnexpected ? warning : ok)('policy engine', `Policies are evaluated by ${engine}. ${reason}`);
};

/** The free space of a folder, or of the nearest one above that exists. */
const freeBytes = async (path: string): Promise<number> => {
  try {
    return await freeBytesOf(path);
  } catch (error) {
    if (dirname(path) === path) throw error;
    return freeBytes(dirname(path));
  }
};

/** Finding about the free disk space, in bytes: a warning or a problem if it is not enough for a while. */
export const diskFinding = (bytes: number): Finding => {
  if (isFull(bytes)) {
    return problem('disk', 'The disk with the data folder is full: free some space; until then changes are refused.');
  }
  const free = `${(bytes / gibibyte).toFixed(1)} GiB are free where the data folder is`;
  return bytes < gibibyte ? warning('disk', `Only ${free}: free some space soon.`) : ok('disk', `${free}.`);
};

export const checkDisk = async ({ dataDir }: Config): Promise<readonly Finding[]> => [
  diskFinding(await freeBytes(dataDir)),
];

/** Findings about the certificate of the service: a problem if its files cannot be used, or it has expired. */
export const checkCertificate = async (config: Config): Promise<readonly Finding[]> => {
  const files = certificateFiles(config);
  if (files === undefined) return [];
  try {
    const certificate = readCertificate(files);
    const { exposure } = certificate;
    const exposed = exposure === undefined ? [] : [warning('certificate', exposure)];
    return [certificateFinding(certificate, Date.now()), ...exposed];
  } catch (error) {
    if (error instanceof StartRefused) return [problem('certificate', error.message)];
    throw error;
  }
};

const certificateFinding = (certificate: Certificate, now: number): Finding => {
  const end = certificate.expiresAt.toISOString().slice(0, 10);
  const advice = 'renew it; the service takes the new one within seconds, without a restart.';
  if (certificate.expiresAt.getTime() < now) return problem('certificate', `It expired on ${end}: ${advice}`);
  return isEnding(certificate, now)
    ? warning('certificate', `It expires on ${end}: ${advice}`)
    : ok('certificate', `It is valid until ${end}.`);
};

const minuteOf = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Finding about the clock: a problem if the year cannot be true. */
export const clockFinding = (date: Date): Finding => {
  const year = date.getUTCFullYear();
  const time = minuteOf(date);
  return year >= earliestYear && year <= latestYear
    ? ok('clock', `The clock of this machine says ${time}.`)
    : problem('clock', `The clock says ${time}, which cannot be: set this machine's clock.`);
};

/** Findings about the version of a PostgreSQL server: a problem if it is too old. */
export const postgresFindings = (version: string | undefined): readonly Finding[] =>
  version !== undefined && Number.parseInt(version, 10) < oldestPostgres
    ? [problem('database', `PostgreSQL ${version} is too old: use PostgreSQL ${oldestPostgres} or later.`)]
    : [];

/** Findings about the database's clock: a warning if it does not agree with this machine's; `ahead` is in milliseconds. */
export const databaseClockFindings = (ahead: number): readonly Finding[] =>
  Math.abs(ahead) > worstClock
    ? [
        warning(
          'clock',
          `This machine's clock and the database's differ by ${(Math.abs(ahead) / 1_000).toFixed(1)} s: set both by NTP.`,
        ),
      ]
    : [];

/** Findings about the counters of accounts: a problem if they are wrong. */
export const countFindings = (isMiscounted: boolean): readonly Finding[] =>
  isMiscounted
    ? [problem('database', 'It counts other numbers of accounts than there are: run "tipstaff user recount".')]
    : [];

/** Findings about identity providers through which anybody can create an account. */
export const signInFindings = (warnings: readonly string[]): readonly Finding[] =>
  warnings.map((detail) => warning('sign-in', detail));

/** Work that may wait for too long, as far as it is known. */
interface Waiting {
  /** Last note of the time by jobs that delete or renew by it. */
  readonly clockNote: string | undefined;
  /** The jobs whose lease ends later than any true one. */
  readonly futureLeases: readonly string[] | undefined;
  /** When the oldest audit record was written that is not sealed, and when the mail was due that waits longest. */
  readonly oldestUnsealed: string | undefined;
  readonly oldestMail: string | undefined;
  /** Greatest number of attempts of a mail, if it is many. */
  readonly mailAttempts: number | undefined;
}

/** Findings about work that waits for longer than it should while the service runs. */
export const waitingFindings = (waiting: Waiting): readonly Finding[] => {
  const { clockNote, futureLeases = [], mailAttempts, oldestMail, oldestUnsealed } = waiting;
  const advice = 'start the service, or see its log where it runs.';
  return [
    ...(isBehind(clockNote, Date.now()) ? [problem('clock', behindDetail(clockNote))] : []),
    ...(futureLeases.length === 0
      ? []
      : [
          problem(
            'jobs',
            `A clock was wrong when these jobs ran: ${futureLeases.join(', ')}. Set the clocks of all instances; running ones take these jobs over.`,
          ),
        ]),
    ...(isLate(oldestUnsealed, Date.now())
      ? [problem('audit record', `Records wait to be sealed since ${minuteOf(new Date(oldestUnsealed))}: ${advice}`)]
      : []),
    ...(isLate(oldestMail, Date.now())
      ? [problem('mail', `Mail waits since ${minuteOf(new Date(oldestMail))}: ${advice}`)]
      : []),
    ...(mailAttempts === undefined
      ? []
      : [
          warning(
            'mail',
            `A mail was not sent in ${mailAttempts} attempts: check the mail settings; the log has what the server answered.`,
          ),
        ]),
  ];
};

const behindDetail = (note: string): string =>
  `The clock is behind ${note}, a time that it had before. Until then, nothing is deleted by retention or because it has expired, and no key is rotated: set this machine's clock, or run "tipstaff clock confirm" if it is right.`;

/** Findings about a proxy: a warning if one stands before the service that it does not know. */
export const proxyFindings = ({ trustedProxies }: Config, seenAt: string | undefined): readonly Finding[] =>
  seenAt === undefined || trustedProxies.length > 0
    ? []
    : [
        warning(
          'proxy',
          `Requests came through a proxy (first at ${seenAt}), but none is trusted, so that all clients count as one: set TIPSTAFF_TRUSTED_PROXIES to the addresses of your proxies.`,
        ),
      ];
