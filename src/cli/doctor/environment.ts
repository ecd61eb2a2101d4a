// Checks of what surrounds the service: Node, variables, disk, clock, port.
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { type Config, listeningUrl, readConfig, unknownVariables } from '../../config.ts';
import { freeBytesOf, isFull } from '../../db/disk.ts';
import { ConfigError, type Environment } from '../../environment.ts';
import { failureOf } from '../failure.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const oldestNode = 24;
const gibibyte = 2 ** 30;
/** The program is older than no true clock. */
const [earliestYear, latestYear] = [2025, 2100];
const pingTimeout = 2_000;

/** Whether a version of Node, such as 24.1.0, can run the service. */
export const nodeFinding = (version: string): Finding =>
  Number.parseInt(version, 10) >= oldestNode
    ? ok('node', `Node.js ${version}.`)
    : problem('node', `Node.js ${version} is too old: install Node.js ${oldestNode} or later.`);

const misspelt = (variables: Environment): readonly Finding[] =>
  unknownVariables(variables).map((name) =>
    problem(
      'configuration',
      `${name} is no variable of Reeve: correct its spelling (the README lists them all), or unset it.`,
    ),
  );

/** The configuration where it can be read, and what is wrong with it. */
export const readConfiguration = (
  variables: Environment,
): { config: Config | undefined; findings: readonly Finding[] } => {
  const strange = misspelt(variables);
  try {
    const config = readConfig(variables);
    const allValid = ok('configuration', 'Every variable that is set has a good value.');
    return { config, findings: strange.length === 0 ? [allValid] : strange };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const wrong = error.problems.map((sentence) => problem('configuration', sentence));
    return { config: undefined, findings: [...wrong, ...strange] };
  }
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

/** Whether `bytes` of free space are enough for a while. */
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

/** Whether the year can be true. */
export const clockFinding = (date: Date): Finding => {
  const year = date.getUTCFullYear();
  return year >= earliestYear && year <= latestYear
    ? ok('clock', `It is ${date.toISOString()}.`)
    : problem('clock', `The clock says ${date.toISOString()}, which cannot be: set this machine's clock.`);
};

const tryListening = ({ host, port }: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });

const isReeveAt = async (url: string): Promise<boolean> => {
  try {
    const answer = await fetch(`${url}/api/v2/ping`, { signal: AbortSignal.timeout(pingTimeout) });
    return answer.status === 204;
  } catch {
    return false;
  }
};

/** Whether the service could listen, or listens already. */
export const checkPort = async (config: Config): Promise<readonly Finding[]> => {
  const { host, port } = config;
  try {
    await tryListening(config);
    return [ok('port', port === 0 ? 'Any free port will be taken.' : `Port ${port} on ${host} is free.`)];
  } catch (error) {
    if (await isReeveAt(listeningUrl(host, port))) return [ok('port', `Reeve already answers on port ${port}.`)];
    return failureOf(error).sentences.map((sentence) => problem('port', sentence));
  }
};
