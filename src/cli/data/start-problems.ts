// Checks that run before the service opens the database or a port. The commands `serve` and `config check` share them.
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

/** Each check throws an error, returns a problem as a sentence, or returns undefined. */
const checks: readonly ((config: Config) => unknown)[] = [
  requireCertificate,
  traceAuthorities,
  ({ policyEngine }) => programProblem(policyEngine),
  requireDatabaseFiles,
];

/** Returns the problems of the files that the configuration names, with one sentence for each problem. */
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
