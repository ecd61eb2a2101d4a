// What a start refuses before it opens anything: one list for "serve" and "config check".
import type { Config } from '../../config.ts';
import { requireDatabaseFiles } from '../../db/open.ts';
import { traceAuthorities } from '../../domains/instance/commands.ts';
import { programProblem } from '../../effects/policy-engine/program.ts';
import { certificateFiles, readCertificate } from '../../http/certificate.ts';
import { failureOf } from '../terminal/failure.ts';

const requireCertificate = (config: Config): void => {
  const files = certificateFiles(config);
  if (files !== undefined) readCertificate(files);
};

/** Each throws, or answers a problem. */
const checks: readonly ((config: Config) => unknown)[] = [
  requireCertificate,
  traceAuthorities,
  ({ policyEngine }) => programProblem(policyEngine),
  requireDatabaseFiles,
];

/** Problems of the files that a configuration names, a sentence each. */
export async function startProblems(config: Config): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const check of checks) {
    try {
      const problem = await check(config);
      if (typeof problem === 'string') problems.push(problem);
    } catch (error) {
      problems.push(...failureOf(error).problems.map(({ detail }) => detail));
    }
  }
  return problems;
}
