import type { WithProblems } from './answers.ts';
import type { HostRequest } from './engine-host.ts';
import { digestOf, type PolicyCode } from './policy-code.ts';
import type { EngineTimeouts } from './timeouts.ts';

/** Creates the request that loads code into an engine process. */
export function codeRequest(
  code: PolicyCode,
  { start, load = start }: Pick<EngineTimeouts, 'start' | 'load'>,
): HostRequest<WithProblems> {
  const { modules, data, own } = code;
  const digest = digestOf(code);
  return {
    header: { op: 'load-code', code: digest, modules, data, own },
    timeout: load,
    failed: (problem) => ({ problems: [problem] }),
    loads: { code: digest },
  };
}
