// Checks of what the service keeps: the data folder, the key and the database. What they write to try the disk is removed; they change nothing else.
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../../config.ts';
import { keyFileOf } from '../../data-folder.ts';
import { isLate } from '../../db/backlog.ts';
import {
  type Damage,
  type Inspection,
  inspectDatabase,
  inspectHead,
  type Progress,
  type Searching,
} from '../../db/inspect.ts';
import { headPath } from '../../db/open.ts';
import { openSpool } from '../../effects/spool.ts';
import { readStartHead } from '../../lib/chain-head.ts';
import { type EncryptionKey, readEncryptionKeys } from '../../lib/secrets.ts';
import type { ClockDoubt } from '../../runtime/clock-watch.ts';
import { readHeadFile, rollbackOf, rollbackSentence } from '../../runtime/head.ts';
import { reasonOf } from '../failure.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const oldestPostgres = 15;
const worstClock = 5_000;
const forOthers = 0o077;

const codeOf = (error: unknown): string => String(Reflect.get(Object(error), 'code'));
/** Why a folder cannot be written to, as a code of the system; undefined where it can. */
const refusalOf = (path: string): Promise<string | undefined> =>
  access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(() => undefined, codeOf);

/** The same, found by a file that is gone at once: a disk that failed is known by nothing less. */
const refusalOfFile = async (path: string): Promise<string | undefined> => {
  try {
    await (await openSpool(path)).close();
    return undefined;
  } catch (error) {
    return codeOf(error instanceof Error ? error.cause : error);
  }
};

const adviceOn: Readonly<Record<string, string>> = {
  EROFS: 'its disk is read-only; see what the system says of that disk, and mount it for writing',
  ENOSPC: 'its disk is full; free some space',
};

const nearestFolder = async (path: string): Promise<string> => {
  const info = await stat(path).catch(() => undefined);
  return info !== undefined || dirname(path) === path ? path : nearestFolder(dirname(path));
};

const missingFolder = async (dataDir: string): Promise<Finding> => {
  const above = await nearestFolder(dataDir);
  const canBeMade = (await stat(above)).isDirectory() && (await refusalOf(above)) === undefined;
  return canBeMade
    ? ok('data folder', `${dataDir} will be made at the first start.`)
    : problem('data folder', `${dataDir} cannot be made in ${above}: set REEVE_DATA_DIR to a folder that can.`);
};

const permissionsOf = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0');

/** Whether the data folder is there, can be written to, and is its owner's alone. */
export const checkDataFolder = async ({ dataDir }: Config): Promise<readonly Finding[]> => {
  const info = await stat(dataDir).catch(() => undefined);
  if (info === undefined) return [await missingFolder(dataDir)];
  if (!info.isDirectory()) {
    return [problem('data folder', `${dataDir} is not a folder: set REEVE_DATA_DIR to one.`)];
  }
  const refusal = (await refusalOf(dataDir)) ?? (await refusalOfFile(dataDir));
  if (refusal !== undefined) {
    const advice = adviceOn[refusal] ?? 'give it to the account that runs Reeve';
    return [problem('data folder', `${dataDir} cannot be written to (${refusal}): ${advice}.`)];
  }
  if ((info.mode & forOthers) !== 0 && process.platform !== 'win32') {
    const mode = permissionsOf(info.mode);
    return [problem('data folder', `${dataDir} is open to other accounts (mode ${mode}): run chmod 0700 ${dataDir}.`)];
  }
  return [ok('data folder', `${dataDir} can be written to, by its owner alone.`)];
};

/** The keys at hand: the configured ones, else the data folder's; none when there is no file, a finding when it is broken. */
const keysAtHand = async ({ encryptionKeys, dataDir }: Config): Promise<readonly EncryptionKey[] | Finding> => {
  if (encryptionKeys !== undefined) return encryptionKeys;
  const path = keyFileOf({ dataDir });
  try {
    const keys = readEncryptionKeys(await readFile(path, 'utf8'));
    return keys ?? problem('encryption key', `${path} contains no key of 32 bytes: restore it from a backup.`);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return [];
    return problem(
      'encryption key',
      `${path} cannot be read (${codeOf(error)}): give it to the account that runs Reeve.`,
    );
  }
};

const checkKey = async (config: Config, keyId: string | undefined): Promise<Finding> => {
  const keys = await keysAtHand(config);
  if ('check' in keys) return keys;
  const ids = keys.map(({ id }) => id);
  if (keyId === undefined) return ok('encryption key', 'The database names no key yet; the first start stores it.');
  if (ids.length === 0) {
    return problem(
      'encryption key',
      `The key ${keyId} that the database's secrets are sealed with is missing: set REEVE_ENCRYPTION_KEY, or restore the data folder's encryption-key.`,
    );
  }
  return ids.includes(keyId)
    ? ok('encryption key', 'It is the one that the database names.')
    : problem(
        'encryption key',
        `The database's secrets are sealed with key ${keyId}, but the key at hand is ${ids.join(', ')}: set REEVE_ENCRYPTION_KEY to the former.`,
      );
};

const schemaFinding = ({ pending, unknown, isUnreleased, isTooNew, version }: Inspection): Finding => {
  if (isUnreleased) {
    return problem(
      'database',
      'It was made before the first release of Reeve, and this version cannot use it: set REEVE_DATA_DIR or REEVE_DATABASE_URL to an empty one.',
    );
  }
  if (isTooNew) {
    return problem('database', `A newer Reeve has used it (${unknown.join(', ')}): start that version.`);
  }
  if (unknown.length > 0) {
    return warning(
      'database',
      `It answers. A newer Reeve has brought its schema to version ${version} (${unknown.join(', ')}): this one can use it until the next release, so update it.`,
    );
  }
  return pending.length > 0
    ? ok('database', `It answers; the next start brings it up to date (${pending.join(', ')}).`)
    : ok('database', 'It answers and is up to date.');
};

/** Whether a PostgreSQL server is recent enough. */
export const postgresFindings = (version: string | undefined): readonly Finding[] =>
  version !== undefined && Number.parseInt(version, 10) < oldestPostgres
    ? [problem('database', `PostgreSQL ${version} is too old: use PostgreSQL ${oldestPostgres} or later.`)]
    : [];

/** Whether the database's clock agrees with this machine's; `ahead` is in milliseconds. */
export const databaseClockFindings = (ahead: number): readonly Finding[] =>
  Math.abs(ahead) > worstClock
    ? [
        warning(
          'clock',
          `This machine's clock and the database's differ by ${(Math.abs(ahead) / 1_000).toFixed(1)} s: set both by NTP.`,
        ),
      ]
    : [];

const searchProblems: Readonly<Partial<Record<Searching, string>>> = {
  missing:
    "The server lacks PostgreSQL's extension pg_trgm: install its additional modules there (often the package postgresql-contrib).",
  forbidden:
    'This role may not create the extension pg_trgm: have a superuser run "create extension pg_trgm" in the database.',
};

/** Whether PostgreSQL has what searches need, or will. */
export const searchFindings = (searching: Searching | undefined): readonly Finding[] => {
  const detail = searching && searchProblems[searching];
  return detail === undefined ? [] : [problem('database', detail)];
};

const countFindings = (isMiscounted: boolean): readonly Finding[] =>
  isMiscounted
    ? [problem('database', 'It counts other numbers of accounts than there are: run "reeve user recount".')]
    : [];

/** What waits for longer than it should while the service runs. */
export const waitingFindings = (
  info: Pick<Inspection, 'clockDoubt' | 'futureLeases' | 'oldestMail' | 'oldestUnsealed'>,
): readonly Finding[] => {
  const { clockDoubt, futureLeases, oldestMail, oldestUnsealed } = info;
  const advice = 'start the service, or see its log where it runs.';
  return [
    ...(clockDoubt === undefined ? [] : [problem('clock', doubtDetail(JSON.parse(clockDoubt)))]),
    ...(futureLeases.length === 0
      ? []
      : [
          problem(
            'jobs',
            `A clock was wrong when these jobs ran: ${futureLeases.join(', ')}. Set the clocks of all instances; running ones take these jobs over.`,
          ),
        ]),
    ...(isLate(oldestUnsealed, Date.now())
      ? [problem('audit record', `Records wait to be sealed since ${oldestUnsealed}: ${advice}`)]
      : []),
    ...(isLate(oldestMail, Date.now()) ? [problem('mail', `Mail waits since ${oldestMail}: ${advice}`)] : []),
  ];
};

const doubtDetail = ({ expected, seen }: ClockDoubt): string =>
  `It said ${seen} when it should have been ${expected} or little later, so nothing is purged, tidied up or rotated: set this machine's clock, or run "reeve clock confirm" where it is right.`;

/** Whether the database is the one that was written to last. */
const headFindings = async (
  config: Config,
  { pending, isUnreleased, keyId }: Inspection,
): Promise<readonly Finding[]> => {
  const keys = await keysAtHand(config);
  // Without its tables or its key it is reported anyway.
  if (pending.length > 0 || isUnreleased || 'check' in keys || !keys.some(({ id }) => id === keyId)) return [];
  const file = await readHeadFile(config, keys);
  const state = await inspectHead(config, typeof file === 'object' ? file.sequence : 0);
  const rollback = rollbackOf(headPath(config), file, state);
  return rollback === undefined ? [] : [problem('database', rollbackSentence(rollback))];
};

/** Which audit records went into archives, and whether all of those are removed. */
const archiveFindings = ({ auditStart }: Inspection): readonly Finding[] => {
  const start = readStartHead(auditStart);
  if (start === undefined) return [];
  const detail = `The first ${start.sequence} records went into archives, and the chain begins after those.`;
  return [ok('audit record', detail)];
};

const removalFindings = ({ removal: { records, removedRows } }: Inspection): readonly Finding[] =>
  records === 0
    ? []
    : [ok('removal', `${records} deleted records are being removed; ${removedRows} of their rows are gone so far.`)];

/** Whether a proxy stands before the service that it does not know. */
const proxyFindings = ({ trustedProxies }: Config, seenAt: string | undefined): readonly Finding[] =>
  seenAt === undefined || trustedProxies.length > 0
    ? []
    : [
        warning(
          'proxy',
          `Requests came through a proxy (first at ${seenAt}), but none is trusted, so that all clients count as one: set REEVE_TRUSTED_PROXIES to the addresses of your proxies.`,
        ),
      ];

const damageFindings = (damage: Damage | undefined): readonly Finding[] => {
  if (damage === undefined) return [];
  const { detail, tables } = damage;
  const where = tables.length === 0 ? '' : ` in ${tables.join(', ')}`;
  const advice = 'stop the service, keep a copy of the data folder, and restore a backup.';
  return [problem('database', `The database is damaged${where} (${detail}): ${advice}`)];
};

const unusable = ({ databaseUrl }: Config, error: unknown): Finding =>
  databaseUrl === undefined
    ? problem('database', `The embedded database cannot be read (${reasonOf(error)}): restore a backup.`)
    : problem(
        'database',
        `PostgreSQL does not answer (${reasonOf(error)}): see that it runs, and that REEVE_DATABASE_URL is right.`,
      );

/** Whether the database answers, is whole, and belongs to this program and this key. */
export const checkDatabase = async (config: Config, progress?: Progress): Promise<readonly Finding[]> => {
  try {
    const info = await inspectDatabase(config, progress);
    if (info === undefined) return [ok('database', 'The embedded database will be made at the first start.')];
    return [
      ...damageFindings(info.damage),
      ...(info.damage === undefined ? await headFindings(config, info) : []),
      ...postgresFindings(info.serverVersion),
      ...searchFindings(info.searching),
      ...countFindings(info.isMiscounted),
      ...waitingFindings(info),
      ...removalFindings(info),
      ...archiveFindings(info),
      schemaFinding(info),
      ...databaseClockFindings(info.clockAhead),
      ...proxyFindings(config, info.proxySeenAt),
      await checkKey(config, info.keyId),
    ];
  } catch (error) {
    return [unusable(config, error)];
  }
};
