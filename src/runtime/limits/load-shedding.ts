// Detects that the process is overloaded, so that requests are refused before it fails.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { Overloaded } from '../../lib/errors/unavailable.ts';

export interface LoadLimits {
  /**
   * Maximum share of the heap that may be in use. The garbage collector runs long before this share is reached, so
   * memory above it cannot be freed.
   */
  readonly heapShare: number;
  /**
   * Maximum delay of the event loop in ms, and the number of requests above which the delay matters. Neither alone
   * means overload: other processes on the machine can delay the event loop, and there may be many idle uploads.
   */
  readonly delay: number;
  readonly requests: number;
}

const defaultLimits: LoadLimits = { heapShare: 0.9, delay: 2_000, requests: 1_000 };

export interface LoadShedding extends Disposable {
  /** Returns why requests are currently refused, or undefined if they are not. */
  reason(): string | undefined;
  /** Counts a request until it is disposed of. Throws `Overloaded` while requests are refused. */
  enter(): Disposable;
}

/** Interval in ms between measurements. */
const interval = 250;
/** Sampling interval of the event loop delay, in ms. */
const resolution = 50;
const nanosecondsPerMillisecond = 1e6;

/** Returns the mean delay of the event loop in ms since the last call. */
const delayIn = (delays: ReturnType<typeof monitorEventLoopDelay>): number => {
  const mean = delays.count === 0 ? 0 : delays.mean / nanosecondsPerMillisecond;
  delays.reset();
  return mean;
};

/** Returns the used share of the maximum heap size. */
const usedShare = (): number => {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return used_heap_size / heap_size_limit;
};

export const newLoadShedding = (limits: LoadLimits = defaultLimits): LoadShedding => {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  let [delay, isHeapUsed, underWay] = [0, false, 0];
  const leave = (): void => {
    underWay -= 1;
  };
  const measure = (): void => {
    delay = delayIn(delays);
    isHeapUsed = usedShare() > limits.heapShare;
  };
  const timer = setInterval(measure, interval).unref();
  const request: Disposable = { [Symbol.dispose]: leave };

  const reason = (): string | undefined => {
    if (isHeapUsed) return 'nearly all memory of the process is in use';
    return delay > limits.delay && underWay >= limits.requests ? 'too many requests are in progress' : undefined;
  };
  return {
    reason,
    enter: () => {
      const refusal = reason();
      if (refusal !== undefined)
        throw new Overloaded(refusal, 'The service is overloaded at present; try again shortly.');
      underWay += 1;
      return request;
    },
    [Symbol.dispose]: () => {
      clearInterval(timer);
      delays.disable();
    },
  };
};
