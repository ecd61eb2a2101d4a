import type { Config } from '../../../config.ts';
import { listeningUrl, readConfig } from '../../../config.ts';
import type { OpenContext } from '../../../context.ts';
import { openContext } from '../../../context.ts';
import { waitForDatabase } from '../../../db/open.ts';
import { hasAdministrator, initialAdminPath, initialAdminTokenPath } from '../../../domains/accounts/commands.ts';
import { initialAdminToken } from '../../../domains/accounts/index.ts';
import { keepSafe } from '../../../domains/audit/commands.ts';
import { auditAnchor, auditedTransaction } from '../../../domains/audit/index.ts';
import { conditions, jobsOf, wiring } from '../../../domains/index.ts';
import { logConditions } from '../../../domains/instance/commands.ts';
import { engineChoice, jobParts, jobStatuses } from '../../../domains/instance/index.ts';
import { type EngineChoice, engineOfService } from '../../../effects/policy-engine/engine-choice.ts';
import { configurationFile } from '../../../environment.ts';
import { serversOf } from '../../../lib/network/postgres-address.ts';
import { startHeartbeat } from '../../../runtime/jobs/heartbeat.ts';
import { startJobs } from '../../../runtime/jobs/jobs.ts';
import { buildServer } from '../../../server.ts';
import { operator } from '../../data/as-operator.ts';
import { closeGently, untilSignal } from '../../data/shutdown.ts';
import { startProblems } from '../../data/start-problems.ts';
import { type Action, type Called, type Output, StartFailed, type Terminal } from '../../terminal/command.ts';
import { failureOf, isLasting } from '../../terminal/failure.ts';
import { labelled } from '../../terminal/output.ts';
import type { serveCommands } from './command.ts';

interface FirstAdministrator {
  readonly token: string;
  readonly file: string;
  readonly link: string;
}

/** Information that is printed for the operator after the service has started. */
interface Started {
  readonly address: string;
  readonly baseUrl: string;
  readonly data: string;
  readonly configurationFile: string | null;
  readonly hasAdministrator: boolean;
  /**
   * One-time token for creating the first administrator, path of the file with this token, and link to the sign-up
   * page. Undefined if an administrator exists.
   */
  readonly firstAdministrator: FirstAdministrator | undefined;
}

const dataPlace = ({ databaseUrl, dataDir }: Config): string => {
  if (databaseUrl === undefined) return dataDir;
  const servers = serversOf(databaseUrl).urls.map((url) => new URL(url));
  const hosts = servers.map(({ host }) => decodeURIComponent(host)).join(', ');
  return `PostgreSQL at ${hosts}${servers[0]?.pathname ?? ''}, and ${dataDir}`;
};

const nextStep = ({ baseUrl, hasAdministrator, firstAdministrator }: Started): string => {
  if (firstAdministrator !== undefined)
    return `Next: create the first administrator in a browser, with this link, which works once:\n${firstAdministrator.link}`;
  return hasAdministrator
    ? `Next: use the API at ${baseUrl}/api/v2; its description is at ${baseUrl}/api/v2/openapi.json.`
    : 'Next: create the first administrator with the one-time token that another instance printed, or run "tipstaff admin create".';
};

const outputOf = (started: Started): Output => {
  const { address, data, configurationFile: file, firstAdministrator } = started;
  const lines = labelled({
    'Tipstaff listens on': address,
    'Data is stored in': data,
    ...(file !== null && { 'Configured by': file }),
    ...(firstAdministrator && {
      'One-time token': firstAdministrator.token,
      'also in': firstAdministrator.file,
    }),
  });
  return {
    text: `${lines}\n${nextStep(started)}\n`,
    json: { ...started, firstAdministrator: firstAdministrator ?? null },
  };
};

/**
 * Determines whether an administrator exists, and creates the token for the first administrator if there is none. Runs
 * before the service accepts requests.
 */
const administrationOf = async (
  context: OpenContext,
): Promise<{ readonly hasAdministrator: boolean; readonly token: string | undefined }> => {
  const token = await initialAdminToken(context);
  return { hasAdministrator: token === undefined && (await hasAdministrator(context.database)), token };
};

/**
 * Token, token file and link for creating the first administrator. The link contains the port that the service listens
 * on.
 */
const firstAdministratorOf = (context: OpenContext, token: string | undefined): FirstAdministrator | undefined =>
  token === undefined
    ? undefined
    : { token, file: initialAdminTokenPath(context), link: context.baseUrl() + initialAdminPath(token) };

/** Accepts a database that was reset to an earlier state, and adds an audit event about the reset. */
const acceptRollback = async (context: OpenContext, warn: (sentence: string) => void): Promise<void> => {
  const rollback = auditAnchor(context).rollback();
  if (rollback === undefined) return;
  const { reason, lastChange: at = null, expected = null } = rollback;
  const entry = { action: 'instance.accept-rollback', type: 'instance', id: 'database' };
  const audit = [{ ...entry, before: { 'last-change-at': expected }, after: { reason, 'last-change-at': at } }];
  await auditedTransaction(context, operator(crypto.randomUUID()), async () => ({ result: undefined, audit }));
  await auditAnchor(context).accept();
  warn(`Changes may be missing: the last change in the database is ${at === null ? 'unknown' : `from ${at}`}.`);
};

const logEngine = ({ log }: OpenContext, { kind, reason, isUnexpected }: EngineChoice): void =>
  log[isUnexpected ? 'warn' : 'info']({ engine: kind, reason }, 'policy engine selected');

/** Port of a URL. `URL.port` is empty for the default port of the scheme. */
const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

/** Throws `StartFailed` if a check finds a problem that prevents a start. Called before the database is opened. */
const requireStartable = async (config: Config): Promise<void> => {
  const problems = await startProblems(config);
  if (problems.length > 0) throw new StartFailed(...problems);
};

export const serve: Action<typeof serveCommands.serve> = async (called, terminal) => {
  const config = readConfig(terminal.environment);
  try {
    return await serveWith(config, called, terminal);
  } catch (error) {
    const hasPasswordFile = config.databasePasswordFile !== undefined;
    throw isLasting(error, hasPasswordFile) ? new StartFailed(...failureOf(error).problems) : error;
  }
};

const serveWith = async (
  config: Config,
  { options }: Called<typeof serveCommands.serve>,
  terminal: Terminal,
): Promise<undefined> => {
  await requireStartable(config);
  await waitForDatabase(config, {
    milliseconds: config.databaseWait * 1_000,
    onWait: () => terminal.progress('Waiting for PostgreSQL to answer.'),
  });
  const engine = await engineOfService(config);
  await using context = await openContext(config, wiring, { opensRollback: options.acceptRollback });
  engineChoice.provide(context, engine);
  await acceptRollback(context, terminal.warn);
  const app = buildServer(context);
  const stopped = untilSignal();
  const { hasAdministrator, token } = await administrationOf(context);
  const port = portOf(new URL(await app.listen({ host: config.host, port: config.port })));
  await context.listensOn(port);
  const address = listeningUrl(config, port);
  logEngine(context, engine);
  await using _files = keepSafe(context);
  await using _logged = logConditions(context, conditions);
  await using _jobs = startJobs(jobParts(context), jobsOf(context));
  await using _presence = startHeartbeat({ ...context, jobStatuses: jobStatuses(context) });
  // Log lines about the start are written first, so that none of them appears between the last lines of the output.
  context.log.flush();
  const firstAdministrator = firstAdministratorOf(context, token);
  const file = terminal.environment[configurationFile]?.path ?? null;
  const about = { address, baseUrl: context.baseUrl(), data: dataPlace(config), configurationFile: file };
  terminal.print(outputOf({ ...about, hasAdministrator, firstAdministrator }));
  await stopped;
  await closeGently(app);
  return undefined;
};
