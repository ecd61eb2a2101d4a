// The process that the policy engine runs in: started at the first need, replaced when it ended, stopped when idle.
import { Unavailable } from '../../lib/unavailable.ts';
import type { InputAnswer, PolicyProblem } from './answers.ts';
import { endProblem } from './end-problem.ts';
import { EngineEnded, type EngineProcess, type EngineSettings, startEngine } from './engine-process.ts';
import type { Document } from './frames.ts';
import type { Timeouts } from './timeouts.ts';

export interface HostRequest<Answer> {
  readonly header: object;
  /** Those of an input that is loaded. */
  readonly documents?: readonly Document[];
  readonly timeout: number;
  /** The answer where the engine gives none. */
  readonly failed: (problem: PolicyProblem) => Answer;
  /** Loads the input that the request needs, where the process has another one or none. */
  readonly input?: HostRequest<InputAnswer>;
}

export interface Host {
  readonly request: <Answer>(request: HostRequest<Answer>) => Promise<Answer>;
  /** Nothing is requested for now. */
  readonly rest: () => void;
  /** Stops the process for good; what is under way throws `Unavailable`. */
  readonly close: () => Promise<void>;
  readonly pid: () => number | undefined;
}

/** A process, the header of the request that loaded its input, and how many policies it worked at. */
interface Running {
  readonly engine: EngineProcess;
  input?: unknown;
  served: number;
}

export function newHost(settings: EngineSettings, limits: Timeouts): Host {
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
    current = { engine: startEngine(settings), served: 0 };
    await current.engine.answerTo({ header: { op: 'version' }, timeout: limits.start });
    return current;
  };
  const request = async <Answer>(wanted: HostRequest<Answer>): Promise<Answer> => {
    const others = current?.served ?? 0;
    try {
      return await attempt(await running(), wanted);
    } catch (error) {
      const ended = endOf(error);
      await stop();
      // What the process served before can have taken the memory; alone, a request has all of it.
      if (others > 0 && ended.reason !== 'timeout') return await request(wanted);
      return wanted.failed(endProblem(ended, settings));
    }
  };
  const endOf = (error: unknown): EngineEnded => {
    if (!(error instanceof EngineEnded)) throw error;
    if (isClosed) throw closed();
    return error;
  };
  const rest = (): void => {
    clearTimeout(idle);
    if (!isClosed) idle = setTimeout(() => void stop(), limits.idle).unref();
  };
  const close = (): Promise<void> => {
    isClosed = true;
    return stop();
  };
  return { request, rest, close, pid: () => current?.engine.pid };
}

const closed = (): Unavailable => new Unavailable('the policy engine is stopped');

async function attempt<Answer>(process: Running, request: HostRequest<Answer>): Promise<Answer> {
  const { header, documents, timeout, input, failed } = request;
  if (input !== undefined && process.input !== input.header) await attempt(process, input);
  if (documents === undefined) process.served += 1;
  else process.input = header;
  const text = await process.engine.answerTo({ header, documents: documents ?? [], timeout });
  const answer: Answer & { readonly failure?: string } = JSON.parse(text);
  if (answer.failure === undefined) return answer;
  return failed({ code: 'engine_failure', severity: 'error', message: answer.failure });
}
