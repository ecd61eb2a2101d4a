import type { PolicyProblem } from './answers.ts';
import type { EndReason, EngineEnded, EngineSettings } from './engine-process.ts';

const sentences: Readonly<Record<EndReason, (settings: EngineSettings) => string>> = {
  timeout: () => 'it took too long, and was ended',
  memory: ({ memory }) => `it took more than ${memory} MiB of memory`,
  stack: () => 'it is nested too deeply',
  crash: () => 'the policy engine ended unexpectedly',
};

/** What the end of the process says of the policy that it worked at. */
export const endProblem = ({ reason, report }: EngineEnded, settings: EngineSettings): PolicyProblem => {
  const [line = ''] = report.trim().split('\n');
  const detail = reason === 'crash' && line !== '' ? `: ${line.slice(0, 200)}` : '';
  return { code: reason, severity: 'error', message: `${sentences[reason](settings)}${detail}` };
};
