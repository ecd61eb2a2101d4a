// What only a service that runs plans could do. It is refused and never dropped, so that nobody waits for it.
import { attributeProblem, type Problem } from '../../../jsonapi/errors.ts';

/** Where plans run: on the machine of the person or the pipeline that starts them. */
export const executionMode = 'local' as const;

/** What a refusal says. */
export const nothingRuns = 'Tipstaff keeps no state and runs nothing: plan and apply where you are';

/** The values of these attributes that ask for nothing. */
const harmless: Readonly<Record<string, readonly unknown[]>> = {
  'execution-mode': [executionMode],
  'default-execution-mode': [executionMode],
  operations: [false],
  'vcs-repo': [null],
  'agent-pool-id': [null, ''],
  'default-agent-pool-id': [null, ''],
};

/** Some clients send an empty object where they have nothing to say. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** The problems of attributes that only a runner can serve. */
export function runnerOnlyProblems(attributes: Readonly<Record<string, unknown>>): readonly Problem[] {
  return Object.entries(harmless).flatMap(([name, values]) =>
    Object.hasOwn(attributes, name) && !values.includes(attributes[name]) && !isEmpty(attributes[name])
      ? [attributeProblem(name, nothingRuns)]
      : [],
  );
}
