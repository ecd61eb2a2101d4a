// Values that only a service that runs plans could serve. They are refused and never dropped, so that nobody waits for
// them.

import { attributeProblem, nothingRuns, type Problem } from '../../../jsonapi/errors.ts';
import { isObject } from '../../../lib/json/json-tree.ts';

/** Execution mode of all plans: they run on the machine of the person or the pipeline that starts them. */
export const executionMode = 'local' as const;

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
const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;

/** The problems of attributes that only a runner can serve. */
export function runnerOnlyProblems(attributes: Readonly<Record<string, unknown>>): readonly Problem[] {
  return Object.entries(harmless).flatMap(([name, values]) =>
    Object.hasOwn(attributes, name) && !values.includes(attributes[name]) && !isEmpty(attributes[name])
      ? [attributeProblem(name, 'not-supported', nothingRuns)]
      : [],
  );
}
