// Read-only checks of the encryption key and the database.

import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { reasonOf } from '../../../client/reason.ts';
import type { Config } from '../../config.ts';
import { keyFileOf, refusedDataSentence } from '../../data-folder.ts';
import { type FactValues, factValues } from '../../db/fact.ts';
import {
  type Damage,
  type Inspection,
  inspectDatabase,
  type ReportProgress,
  readFact,
  type Searching,
} from '../../db/inspect.ts';
import { headPath, sqlitePath } from '../../db/open.ts';
import { changedStepsSentence } from '../../db/schema/migrate.ts';
import { unreleasedSentence } from '../../db/schema/migrations/index.ts';
import { headFact, readHeadFile, rollbackOf } from '../../domains/audit/commands.ts';
import { rollbackSentence } from '../../domains/audit/index.ts';
import { conditions, settingsGroups } from '../../domains/index.ts';
import {
  conditionsAt,
  type DoctorFinding,
  findingOf,
  judge,
  ok,
  problem,
  settingsProblems,
  storedSettings,
  warning,
} from '../../domains/instance/commands.ts';
import { type EncryptionKey, readEncryptionKeys, vaultOf } from '../../kernel/secrets.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import { counted } from '../../lib/text/text.ts';
import { stateFact } from '../../runtime/state/instance-state.ts';
import { unsetRow } from '../../runtime/state/live-settings.ts';
import { postgresRefusal } from '../terminal/failure.ts';

const keyId = stateFact('encryption-key-id');

/**
 * Returns the configured encryption keys or, if none are configured, the keys in the data folder. Returns an empty list
 * if the data folder has no key file, and a finding if the key file is invalid.
 */
const keysAtHand = async ({ encryptionKeys, dataDir }: Config): Promise<readonly EncryptionKey[] | DoctorFinding> => {
  if (encryptionKeys !== undefined) return encryptionKeys;
  const path = keyFileOf({ dataDir });
  try {
    const keys = readEncryptionKeys(await readFile(path, 'utf8'));
    return keys ?? problem('encryption key', `${path} contains no key of 32 bytes: restore the file from a backup.`);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return [];
    return problem(
      'encryption key',
      `${path} cannot be read (${errorCode(error)}): make the operating system account that runs Tipstaff the owner of the file.`,
    );
  }
};

const checkKey = async (config: Config, expected: string | undefined): Promise<DoctorFinding> => {
  const keys = await keysAtHand(config);
  if ('check' in keys) return keys;
  const ids = keys.map(({ id }) => id);
  if (expected === undefined)
    return ok(
      'encryption key',
      'The database does not contain the identifier of a key yet: the first start of the service stores it.',
    );
  if (ids.length === 0) {
    return problem(
      'encryption key',
      `The key ${expected}, which encrypts the secrets of the database, is missing: set TIPSTAFF_ENCRYPTION_KEY to it, or restore the file encryption-key in the data folder.`,
    );
  }
  return ids.includes(expected)
    ? ok('encryption key', 'The key matches the database.')
    : problem(
        'encryption key',
        `The database's secrets are encrypted with key ${expected}, but the available key is ${ids.join(', ')}: set TIPSTAFF_ENCRYPTION_KEY to the missing key.`,
      );
};

const schemaFinding = ({ pending, unknown, isUnreleased, isTooNew, version, changed }: Inspection): DoctorFinding => {
  if (changed.length > 0) return problem('database', changedStepsSentence(changed));
  if (isUnreleased) return problem('database', unreleasedSentence);
  if (isTooNew) {
    return problem(
      'database',
      `A newer version of Tipstaff has migrated the database (${unknown.join(', ')}): start that version.`,
    );
  }
  if (unknown.length > 0) {
    return warning(
      'database',
      `The database answers. A newer version of Tipstaff has migrated its schema to version ${version} (${unknown.join(', ')}): this version can use it until the next release, so update Tipstaff.`,
    );
  }
  return pending.length > 0
    ? ok('database', `The database answers; the next start updates its schema (${pending.join(', ')}).`)
    : ok('database', 'The database answers and is up to date.');
};

const searchProblems: Readonly<Partial<Record<Searching, string>>> = {
  missing:
    "The PostgreSQL server lacks the extension pg_trgm: install PostgreSQL's additional modules on the server (often the package postgresql-contrib).",
  hidden:
    'The extension pg_trgm is in a schema that the database role of Tipstaff has no permission to use: grant the role "usage" on that schema.',
  forbidden:
    'The database role of Tipstaff has no permission to create the extension pg_trgm: have a superuser run "create extension pg_trgm" in the database.',
};

/** Reports a problem if the database extension for searches is missing and cannot be installed. */
export const searchFindings = (searching: Searching | undefined): readonly DoctorFinding[] => {
  const detail = searching && searchProblems[searching];
  return detail === undefined ? [] : [problem('database', detail)];
};

/** Reports a problem if tables are missing and the database role may not create them. */
const tableFindings = ({ pending, mayMakeTables = true }: Inspection): readonly DoctorFinding[] =>
  pending.length === 0 || mayMakeTables
    ? []
    : [
        problem(
          'database',
          'The database role of Tipstaff has no permission to create the missing tables: grant the role "create" on the schema, or make the role the owner of the database.',
        ),
      ];

/** Reports a problem if the database was reset to an earlier state or replaced by another database. */
const headFindings = async (
  config: Config,
  { pending, isUnreleased, changed, facts }: Inspection,
): Promise<readonly DoctorFinding[]> => {
  const keys = await keysAtHand(config);
  // Nothing is reported if tables or the key are missing, because other checks report these problems.
  if (
    pending.length > 0 ||
    isUnreleased ||
    changed.length > 0 ||
    'check' in keys ||
    !keys.some(({ id }) => id === facts.of(keyId))
  )
    return [];
  const file = await readHeadFile(config, keys);
  const head = await readFact(config, headFact(file));
  const rollback = head && rollbackOf(headPath(config), file, head);
  return rollback === undefined ? [] : [problem('database', rollbackSentence(rollback))];
};

/**
 * Reports settings that cannot work. Reports nothing if the encryption key is missing, because the secrets in the
 * settings cannot be decrypted.
 */
const problemsOfSettings = async (config: Config, { facts }: Inspection): Promise<readonly DoctorFinding[]> => {
  const keys = await keysAtHand(config);
  const sealing = facts.of(keyId);
  if ('check' in keys || sealing === undefined || !keys.some(({ id }) => id === sealing)) return [];
  const opened = { config, vault: vaultOf(sealing, () => keys) };
  const rows = new Map(facts.of(storedSettings)?.map((row) => [row.group_id, row]));
  const problems = settingsProblems(opened, settingsGroups, (id) => rows.get(id) ?? unsetRow(id));
  return problems.map((detail) => problem('settings', detail));
};

const distributeAdvice = 'run "tipstaff database distribute".';

/** Reports the nodes of a Citus cluster, and whether the tables are distributed over them. */
export const clusterFindings = (cluster: Inspection['cluster']): readonly DoctorFinding[] => {
  if (cluster === undefined) return [];
  const { version, isCoordinator, nodes, missingSteps } = cluster;
  if (!isCoordinator) {
    return [
      warning('cluster', 'TIPSTAFF_DATABASE_URL names a worker of the Citus cluster: use the URL of the coordinator.'),
    ];
  }
  const silent = nodes.filter(({ answers }) => !answers).map(({ address }) => address);
  const shown = nodes.map(
    (node) => `${node.address} ${node.isCoordinator ? 'coordinator' : counted(node.shards, 'shard')}`,
  );
  const summary = `Citus ${version} on ${counted(nodes.length, 'node')}: ${shown.join(', ')}.`;
  return [
    missingSteps > 0
      ? warning('cluster', `${summary} Some tables are not distributed yet: ${distributeAdvice}`)
      : ok('cluster', summary),
    ...silent.map((address) =>
      problem(
        'cluster',
        `The node ${address} does not answer, so its data can be neither read nor changed: start the node.`,
      ),
    ),
  ];
};

const damageFindings = (damage: Damage | undefined): readonly DoctorFinding[] => {
  if (damage === undefined) return [];
  const { detail, tables } = damage;
  const where = tables.length === 0 ? '' : ` in ${tables.join(', ')}`;
  const advice = 'stop the service, keep a copy of the data folder, and restore a backup.';
  return [problem('database', `The database is damaged${where} (${detail}): ${advice}`)];
};

const restoreAdvice = 'restore a backup';
const ownerAdvice = 'make the operating system account that runs Tipstaff the owner of the file';
const diskAdvice = 'check that the disk has free space and reports no errors';

/**
 * Advice by primary SQLite result code: 5 (locked), 8 (read-only), 10 (I/O error), 11 (corrupt), 13 (disk full), 14
 * (cannot open) and 26 (not a database).
 */
const sqliteAdvice: Readonly<Record<number, string>> = {
  5: 'stop the program that has locked the database',
  8: ownerAdvice,
  10: diskAdvice,
  11: restoreAdvice,
  13: diskAdvice,
  14: ownerAdvice,
  26: restoreAdvice,
};

const unreadable = (error: unknown): string => {
  const code = Number(Reflect.get(Object(error), 'errcode')) & 0xff;
  return `The embedded database cannot be read (${reasonOf(error)}): ${sqliteAdvice[code] ?? diskAdvice}.`;
};

const unusable = ({ databaseUrl }: Config, error: unknown): DoctorFinding => {
  if (databaseUrl === undefined) return problem('database', unreadable(error));
  const unanswered = `PostgreSQL does not answer (${reasonOf(error)}): check that it runs, and that TIPSTAFF_DATABASE_URL is correct.`;
  return problem('database', postgresRefusal(error) ?? unanswered);
};

/**
 * Reports a problem if the operating system account has no write permission for the SQLite file. A read-only file
 * system is reported by the data folder check.
 */
const writingFindings = async ({ databaseUrl, dataDir }: Config): Promise<readonly DoctorFinding[]> => {
  if (databaseUrl !== undefined) return [];
  const path = sqlitePath(dataDir);
  const code = await access(path, constants.W_OK).then(() => undefined, errorCode);
  if (code === undefined || code === 'EROFS') return [];
  return [problem('database', `${path} cannot be written to (${code}): ${ownerAdvice}.`)];
};

const shown = conditionsAt('doctor', conditions);
const machineFacts = shown.flatMap(({ fact }) => ('of' in fact ? [fact] : []));
const factsOfDatabase = shown.flatMap(({ fact }) => ('of' in fact ? [] : [fact]));

const findingsFrom = (config: Config, facts: FactValues): readonly DoctorFinding[] =>
  judge(shown, facts, { now: Date.now(), config }).map(findingOf);

/** Returns findings about this machine. A running service shows the same findings. */
export const checkMachine = async (config: Config): Promise<readonly DoctorFinding[]> => {
  const read = await Promise.all(
    [...new Set(machineFacts)].map(async (fact): Promise<[object, unknown]> => [fact, await fact.read(config)]),
  );
  return findingsFrom(config, factValues(new Map(read)));
};

/**
 * Returns findings about the database. The checks are whether it can be reached, is intact, and matches this program
 * version and the encryption key.
 */
export const checkDatabase = async (config: Config, progress?: ReportProgress): Promise<readonly DoctorFinding[]> => {
  try {
    const refused = refusedDataSentence(config);
    if (refused !== undefined) return [problem('database', refused)];
    const info = await inspectDatabase(config, [...factsOfDatabase, keyId, storedSettings], progress);
    if (info === undefined) return [ok('database', 'The embedded database will be created at the first start.')];
    return [
      ...damageFindings(info.damage),
      ...(await writingFindings(config)),
      ...(info.damage === undefined ? await headFindings(config, info) : []),
      ...searchFindings(info.searching),
      ...tableFindings(info),
      ...clusterFindings(info.cluster),
      ...findingsFrom(config, info.facts),
      ...(await problemsOfSettings(config, info)),
      schemaFinding(info),
      await checkKey(config, info.facts.of(keyId)),
    ];
  } catch (error) {
    return [unusable(config, error)];
  }
};
