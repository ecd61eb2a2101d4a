import type { PolicyProblem } from './answers.ts';
import { type EndReason, type EngineEnded, type EngineSettings, stackOf } from './engine-process.ts';

const sentences: Readonly<Record<EndReason, (settings: EngineSettings) => string>> = {
  timeout: () => 'the policy engine took too long and was stopped',
  memory: ({ memory }) => `the policy engine needed more than ${memory} MiB of memory`,
  stack: ({ memory }) =>
    `the policy engine needed more than ${stackOf(memory)} MiB of stack, because documents with too many values are compared or the code is nested too deeply`,
  crash: () => 'the policy engine ended unexpectedly',
  killed: () =>
    'the policy engine was killed repeatedly during this task, by a person or by the operating system because memory was exhausted',
};

/** Source location at the beginning of Node.js's error output. A line of code and the error itself follow it. */
const place = /^(?:node:|file:|\/|[A-Z]:\\).*:\d+$/;
const namedError = /^\w*(?:Error|Exception)(?: \[\w+\])?: /;

/** Returns the line of the error output that contains the error message. */
const essenceOf = (report: string): string => {
  const lines = report.trim().split('\n');
  const [first = ''] = lines;
  return place.test(first) ? (lines.find((line) => namedError.test(line)) ?? first) : first;
};

/** Returns the problem that is reported for a policy if the engine process ended while it evaluated the policy. */
export const endProblem = ({ reason, report }: EngineEnded, settings: EngineSettings): PolicyProblem => {
  const line = essenceOf(report);
  const detail = reason === 'crash' && line !== '' ? `: ${line.slice(0, 200)}` : '';
  return { code: reason, severity: 'error', message: `${sentences[reason](settings)}${detail}` };
};
