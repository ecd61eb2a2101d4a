// Attribute values that only a service that runs plans can support. They are refused instead of ignored, so that nobody
// waits for a run.

import { attributeProblem, nothingRuns, type Problem } from '../../../jsonapi/errors.ts';
import { isObject } from '../../../lib/json/json-tree.ts';

/**
 * Execution mode of all workspaces. It means that a plan runs on the machine of the person, or in the pipeline, that
 * starts it.
 */
export const executionMode = 'local' as const;

/** Accepted values of each attribute. With these values, this service does not have to run plans. */
const harmless: Readonly<Record<string, readonly unknown[]>> = {
  'execution-mode': [executionMode],
  'default-execution-mode': [executionMode],
  operations: [false],
  'vcs-repo': [null],
  'agent-pool-id': [null, ''],
  'default-agent-pool-id': [null, ''],
};

/** An empty object is accepted, because some clients send it instead of null. */
const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;

/** Returns a problem for each attribute whose value only a service that runs plans can support. */
export function runnerOnlyProblems(attributes: Readonly<Record<string, unknown>>): readonly Problem[] {
  return Object.entries(harmless).flatMap(([name, values]) =>
    Object.hasOwn(attributes, name) && !values.includes(attributes[name]) && !isEmpty(attributes[name])
      ? [attributeProblem(name, 'not-supported', nothingRuns)]
      : [],
  );
}
