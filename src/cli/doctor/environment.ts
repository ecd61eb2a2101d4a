// Checks of the environment variables and the port.
import { createServer } from 'node:net';
import { type Config, listeningUrl, readConfig, unknownVariables, validSentence } from '../../config.ts';
import { type DoctorFinding, ok, problem, tracingFinding } from '../../domains/instance/commands.ts';
import { programProblem } from '../../effects/policy-engine/program.ts';
import { ConfigError, type Environment } from '../../environment.ts';
import { isServiceAt } from '../../http/probe.ts';
import { failureOf } from '../terminal/failure.ts';

const misspelt = (variables: Environment): readonly DoctorFinding[] =>
  unknownVariables(variables).map((sentence) => problem('configuration', sentence));

/** Reads the configuration and reports its problems. The returned configuration is undefined if it cannot be read. */
export const readConfiguration = (
  variables: Environment,
): { config: Config | undefined; findings: readonly DoctorFinding[] } => {
  const strange = misspelt(variables);
  try {
    const config = readConfig(variables);
    const allValid = ok('configuration', validSentence(variables));
    return { config, findings: strange.length === 0 ? [allValid] : strange };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const wrong = error.problems.map((sentence) => problem('configuration', sentence));
    return { config: undefined, findings: [...wrong, ...strange] };
  }
};

const tryListening = ({ host, port }: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });

/**
 * Reports a problem if the service could not listen on the port. A port that is in use by the service itself is not a
 * problem.
 */
export const checkPort = async (config: Config): Promise<readonly DoctorFinding[]> => {
  const { host, port } = config;
  try {
    await tryListening(config);
    return [ok('port', port === 0 ? 'Any free port will be used.' : `Port ${port} on ${host} is free.`)];
  } catch (error) {
    if (await isServiceAt(`${listeningUrl(config, port)}/api/v2/ping`))
      return [ok('port', `Tipstaff already answers on port ${port}.`)];
    return failureOf(error).problems.map(({ detail }) => problem('port', detail));
  }
};

/** Reports whether and where traces are exported. */
export const checkTraces = async (config: Config): Promise<readonly DoctorFinding[]> => [tracingFinding(config)];

/** Reports a problem if the program configured as policy engine cannot be run. */
export const checkPolicyEngine = async (config: Config): Promise<readonly DoctorFinding[]> => {
  const detail = await programProblem(config.policyEngine);
  return detail === undefined ? [] : [problem('policy engine', detail)];
};
