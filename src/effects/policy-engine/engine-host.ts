// Hosts the policy engine's process. It is started with the first request, replaced after it has ended, and stopped
// when it is idle.

import { type SpanAttributes, traced } from '../../kernel/trace.ts';
import { Unavailable } from '../../lib/errors/unavailable.ts';
import { parseKnown } from '../../lib/json/exact-json.ts';
import type { PolicyProblem, WithProblems } from './answers.ts';
import { endProblem } from './end-problem.ts';
import { type EngineHistory, noHistory, withEnd } from './engine-history.ts';
import { EngineEnded, type EngineProcess, type EngineSettings, startEngine } from './engine-process.ts';
import type { Document } from './frames.ts';
import { type LoadedInputs, newLoadedInputs } from './loaded-inputs.ts';
import type { EngineTimeouts } from './timeouts.ts';

export interface HostRequest<Answer> {
  readonly header: { readonly op: string; readonly [member: string]: unknown };
  /** Documents of the request, such as an input to load. */
  readonly documents?: readonly Document[];
  readonly timeout: number;
  /** Returns the answer to use if the engine itself gave no answer to the request. */
  readonly failed: (problem: PolicyProblem) => Answer;
  /** Code or input that this request loads into the process. */
  readonly loads?: Loaded;
  /**
   * Requests that load the code and input which this request needs. They are only sent if the process has not loaded
   * these yet.
   */
  readonly needs?: readonly HostRequest<WithProblems>[];
}

/** Name of a loaded input, or digest of loaded code. */
type Loaded = { readonly input: string } | { readonly code: string };

export interface Host {
  readonly request: <Answer>(request: HostRequest<Answer>) => Promise<Answer>;
  /** Whether the process has loaded this input or code. */
  readonly has: (wanted: Loaded) => boolean;
  /** Marks the input with this name as no longer needed. */
  readonly forget: (input: string) => void;
  /** Known CPU time in ms that processes spent on requests. The time of killed processes is not included. */
  readonly worked: () => number;
  readonly history: () => EngineHistory;
  /** Starts the idle timeout. Must be called when no requests are waiting. */
  readonly rest: () => void;
  /** Stops the process permanently. Requests in progress throw `Unavailable`. */
  readonly close: () => Promise<void>;
  readonly pid: () => number | undefined;
}

/** Running process, with the code and inputs it has loaded and the number of requests it has served. */
interface Running {
  readonly engine: EngineProcess;
  readonly codes: Set<string>;
  readonly inputs: LoadedInputs;
  served: number;
}

/** Maximum number of times that a request is repeated because its process was killed. */
const maxKills = 5;

export function newHost(settings: EngineSettings, limits: EngineTimeouts): Host {
  const work = newWorkCount();
  let history = noHistory;
  let current: Running | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  const stop = async (): Promise<void> => {
    clearTimeout(idle);
    const stopped = current;
    current = undefined;
    await stopped?.engine.stop();
  };
  const running = async (): Promise<Running> => {
    clearTimeout(idle);
    if (isClosed) throw closed();
    if (current !== undefined && !current.engine.hasEnded()) return current;
    current = { engine: startEngine(settings), codes: new Set(), inputs: newLoadedInputs(settings.memory), served: 0 };
    history = { ...history, starts: history.starts + 1 };
    await current.engine.answerTo({ header: { op: 'version' }, timeout: limits.start });
    return current;
  };
  /** Returns the answer or, if the process ended first, the reason and the number of requests that it had served. */
  const tried = async <Answer>(wanted: HostRequest<Answer>): Promise<Tried<Answer>> => {
    const others = current?.served ?? 0;
    try {
      const process = await running();
      return { answer: await work.counted(process.engine, () => attempt(process, wanted)) };
    } catch (error) {
      if (!(error instanceof EngineEnded)) throw error;
      if (isClosed) throw closed();
      history = withEnd(history, error.reason);
      await stop();
      return { ended: error, others };
    }
  };
  const request: Host['request'] = (all) => tracedRequest(all, (one) => answered(() => tried(one), one, settings));
  const rest = (): void => {
    clearTimeout(idle);
    if (!isClosed) idle = setTimeout(() => void stop(), limits.idle).unref();
  };
  const close = (): Promise<void> => {
    isClosed = true;
    return stop();
  };
  const hasNow = (wanted: Loaded): boolean => current?.engine.hasEnded() === false && has(current, wanted);
  const forget = (input: string): void => current?.inputs.forget(input);
  const pid = () => current?.engine.pid;
  return { request, has: hasNow, forget, worked: work.total, history: () => history, rest, close, pid };
}

/** Records a request as a span of the current trace. The span fails if the engine gives no answer. */
const tracedRequest = <Answer>(
  wanted: HostRequest<Answer>,
  send: (wanted: HostRequest<Answer>) => Promise<Answer>,
): Promise<Answer> =>
  traced(`engine ${wanted.header.op}`, { attributes: sizesOf(wanted) }, (span) => {
    if (span === undefined) return send(wanted);
    const failed: typeof wanted.failed = (problem) => {
      span.fail(problem.code);
      return wanted.failed(problem);
    };
    return send({ ...wanted, failed });
  });

/** Returns the sizes of a request. Its content is not recorded, because it may be secret. */
const sizesOf = ({ documents = [], needs = [] }: HostRequest<unknown>): SpanAttributes => ({
  'tipstaff.engine.documents': documents.length,
  'tipstaff.engine.bytes': documents.reduce((sum, { length }) => sum + length, 0),
  'tipstaff.engine.needs': needs.length,
});

type Tried<Answer> = { readonly answer: Answer } | { readonly ended: EngineEnded; readonly others: number };

/**
 * Sends a request. Repeats it in a new process in two cases: the process was killed from outside, or it ran out of
 * memory after serving other requests. In a new process, all memory is available to the request.
 */
async function answered<Answer>(
  attemptOnce: () => Promise<Tried<Answer>>,
  { failed }: HostRequest<Answer>,
  settings: EngineSettings,
): Promise<Answer> {
  for (let kills = 0; ; ) {
    const outcome = await attemptOnce();
    if ('answer' in outcome) return outcome.answer;
    const { ended, others } = outcome;
    if (wasKilled(ended)) kills += 1;
    const isTriedAgain = wasKilled(ended) ? kills <= maxKills : others > 0 && ended.reason !== 'timeout';
    if (!isTriedAgain) return failed(endProblem(ended, settings));
  }
}

/**
 * Adds up the CPU time that processes spent on requests. Requests during which the process was killed are not counted.
 */
function newWorkCount() {
  let total = 0;
  return {
    total: () => total,
    counted: async <Answer>({ worked }: EngineProcess, work: () => Promise<Answer>): Promise<Answer> => {
      const before = worked();
      let isKilled = false;
      try {
        return await work();
      } catch (error) {
        isKilled = wasKilled(error);
        throw error;
      } finally {
        if (!isKilled) total += worked() - before;
      }
    },
  };
}

const closed = (): Unavailable => new Unavailable('the policy engine is stopped');

const wasKilled = (error: unknown): boolean => error instanceof EngineEnded && error.reason === 'killed';

async function attempt<Answer>(process: Running, request: HostRequest<Answer>): Promise<Answer> {
  const { header, documents = [], timeout, loads, needs = [], failed } = request;
  for (const need of needs) {
    if (need.loads === undefined || !has(process, need.loads)) await attempt(process, need);
  }
  if (loads === undefined) process.served += 1;
  const text = await process.engine.answerTo({
    header: { ...header, drop: droppedFor(process, request) },
    documents,
    timeout,
  });
  const answer: Answer & EngineAnswer = parseKnown(text);
  if (answer.failure !== undefined)
    return failed({ code: 'engine_failure', severity: 'error', message: answer.failure });
  if (loads !== undefined && 'code' in loads) {
    for (const code of answer.evicted ?? []) process.codes.delete(code);
    process.codes.add(loads.code);
  }
  return answer;
}

/** Returns the inputs that are dropped to free memory for the input that a request loads. */
function droppedFor({ inputs }: Running, { loads, documents = [] }: HostRequest<unknown>) {
  if (loads === undefined || 'code' in loads) return undefined;
  return inputs.add(
    loads.input,
    documents.reduce((sum, { length }) => sum + length, 0),
  );
}

/** Members of the engine's answers that only the host uses. */
interface EngineAnswer {
  readonly failure?: string;
  /** Digests of the code that was evicted to free memory for the loaded code. */
  readonly evicted?: readonly string[];
}

const has = (process: Running, wanted: Loaded): boolean =>
  'code' in wanted ? process.codes.has(wanted.code) : process.inputs.has(wanted.input);
