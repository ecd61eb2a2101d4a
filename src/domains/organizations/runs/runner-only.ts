// Attribute values that require a service that runs plans. They are refused rather than ignored, so that nobody waits
// for a run.

import { attributeProblem, nothingRuns, type Problem } from '../../../jsonapi/errors.ts';
import { isObject } from '../../../lib/json/json-tree.ts';

/** Execution mode of all workspaces: plans run on the machine of the person or in the pipeline that starts them. */
export const executionMode = 'local' as const;

/** Accepted values of these attributes: those that require nothing from this service. */
const harmless: Readonly<Record<string, readonly unknown[]>> = {
  'execution-mode': [executionMode],
  'default-execution-mode': [executionMode],
  operations: [false],
  'vcs-repo': [null],
  'agent-pool-id': [null, ''],
  'default-agent-pool-id': [null, ''],
};

/** Some clients send an empty object instead of null. */
const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;

/** Returns a problem for each attribute whose value requires a service that runs plans. */
export function runnerOnlyProblems(attributes: Readonly<Record<string, unknown>>): readonly Problem[] {
  return Object.entries(harmless).flatMap(([name, values]) =>
    Object.hasOwn(attributes, name) && !values.includes(attributes[name]) && !isEmpty(attributes[name])
      ? [attributeProblem(name, 'not-supported', nothingRuns)]
      : [],
  );
}
