import type { Config } from '../../config.ts';
import { type Output, plainCommand } from '../command.ts';
import type { Finding } from '../doctor/finding.ts';

type Check = (config: Config) => Promise<readonly Finding[]>;

/** A check that fails by itself is a finding too: the others go on. */
const outcomeOf = async (check: Check, config: Config): Promise<readonly Finding[]> => {
  const { failureOf } = await import('../failure.ts');
  const { problem } = await import('../doctor/finding.ts');
  try {
    return await check(config);
  } catch (error) {
    return failureOf(error).sentences.map((sentence) => problem('doctor', sentence));
  }
};

const examine = async (): Promise<readonly Finding[]> => {
  const environment = await import('../doctor/environment.ts');
  const data = await import('../doctor/data.ts');
  const { config, findings } = environment.readConfiguration();
  const always = [environment.nodeFinding(process.versions.node), ...findings, environment.clockFinding(new Date())];
  if (config === undefined) return always;
  const checks = [environment.checkDisk, environment.checkPort, data.checkDataFolder, data.checkDatabase];
  const results = await Promise.all(checks.map((check) => outcomeOf(check, config)));
  return [...always, ...results.flat()];
};

const verdictOf = (findings: readonly Finding[]): string => {
  const count = findings.filter(({ status }) => status === 'problem').length;
  if (count === 0) return 'Nothing is wrong.';
  return count === 1 ? 'One thing is wrong.' : `${count} things are wrong.`;
};

const report = async (findings: readonly Finding[]): Promise<Output> => {
  const { aligned } = await import('../output.ts');
  const isHealthy = findings.every(({ status }) => status !== 'problem');
  const lines = aligned(findings.map(({ check, status, detail }) => [status, check, detail]));
  return {
    text: `${lines}\n${verdictOf(findings)}`,
    json: { healthy: isHealthy, findings },
    exitCode: isHealthy ? 0 : 1,
  };
};

export const doctor = plainCommand({
  name: 'doctor',
  description: 'say what is wrong with the configuration, the data, the database or the machine; it changes nothing',
  run: async () => report(await examine()),
});
