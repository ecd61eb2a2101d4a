// Evaluates the policies of one input, one after the other.
import { writtenNumber } from '../../lib/exact-json.ts';
import type { InputAnswer, PolicyProblem, Verdict } from './answers.ts';
import { processorTimeOf } from './deadline.ts';
import type { Host, HostRequest } from './engine-host.ts';
import type { EngineVersion, EvaluatedPolicy, EvaluateOptions, Evaluation, InputPart } from './policy-engine.ts';
import type { Timeouts } from './timeouts.ts';

/** Nobody wants the verdicts of an evaluation any more. */
export class Unwanted extends Error {}

interface Parts {
  readonly host: Pick<Host, 'request' | 'pid'>;
  readonly limits: Timeouts;
  readonly options: EvaluateOptions;
}

/** Throws `Unwanted` where `options.isWanted` says so between two policies. */
export async function evaluateAll(
  { host, limits, options }: Parts,
  parts: readonly InputPart[],
  policies: readonly EvaluatedPolicy[],
  accepts: (input: InputAnswer) => readonly PolicyProblem[],
): Promise<Evaluation> {
  const load: HostRequest<InputAnswer> = {
    header: {
      op: 'load-input',
      input: inputName,
      parts: parts.map(({ key, document }) => ({ key, size: document.length })),
    },
    documents: parts.map(({ document }) => document),
    timeout: limits.start,
    failed: (problem) => ({ problems: [problem] }),
  };
  const version = await host.request(versionRequest(limits));
  const work = newWorkMeter(host);
  const loaded = await work.measure(() => host.request(load));
  // What cannot be read lacks everything: no problem says that again.
  const input = loaded.problems.length > 0 ? loaded : { ...loaded, problems: accepts(loaded) };
  if (input.problems.length > 0) return { input, verdicts: [], version };
  const verdicts: Verdict[] = [];
  const { time, seed, showsRules: rules, maxWork = limits.evaluation } = options;
  const shared = { op: 'evaluate', input: inputName, 'timeout-ms': limits.soft, seed, rules };
  const requireWanted = wantedEachSecond(options);
  for (const policy of policies) {
    await requireWanted();
    if (work.used() >= maxWork) {
      verdicts.push(overVerdict);
      continue;
    }
    const source = typeof policy === 'function' ? await policy() : policy;
    const header = { ...shared, ...source, ...(time !== undefined && { 'time-ns': nanosecondsOf(time) }) };
    const request = { header, timeout: limits.hard, failed: failedVerdict, input: load };
    verdicts.push(await work.measure(() => host.request(request)));
  }
  return { input, verdicts, version };
}

/** Asks the process for its version, and starts it where there is none. Throws where it does not answer. */
export const versionRequest = ({ start }: Timeouts): HostRequest<EngineVersion> => ({
  header: { op: 'version' },
  timeout: start,
  failed: ({ message }) => {
    throw new Error(message);
  },
});

/** More digits than a double has. */
const nanosecondsOf = (milliseconds: number): object => writtenNumber(`${milliseconds}000000`);

/** One input at a time is loaded. */
const inputName = 'input';

function failedVerdict(problem: PolicyProblem): Verdict {
  return { status: 'errored', output: [], count: 0, problems: [problem], prints: [], 'duration-ms': 0 };
}

/** The verdict of a policy that no time is left for. */
const overVerdict = failedVerdict({
  code: 'timeout',
  severity: 'error',
  message: 'it was not evaluated, because the policies before it took too long together',
});

const second = 1_000;

/** Looks at most once a second whether the evaluation is wanted. */
function wantedEachSecond({ isWanted }: EvaluateOptions): () => Promise<void> {
  let lookedAt = performance.now();
  return async () => {
    if (isWanted === undefined || performance.now() - lookedAt < second) return;
    lookedAt = performance.now();
    if (!(await isWanted())) throw new Unwanted();
  };
}

/**
 * Adds up how long the process works: its processor time, so that a busy machine changes no verdict, or the time that passes
 * where that cannot be read or the process ended.
 */
function newWorkMeter(host: Pick<Host, 'pid'>) {
  let used = 0;
  const processorTime = async (pid: number | undefined) => (pid === undefined ? undefined : processorTimeOf(pid));
  return {
    used: () => used,
    measure: async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
      const [pid, startedAt] = [host.pid(), performance.now()];
      const before = await processorTime(pid);
      const answer = await work();
      const after = host.pid() === pid ? await processorTime(pid) : undefined;
      used += before === undefined || after === undefined ? performance.now() - startedAt : after - before;
      return answer;
    },
  };
}
