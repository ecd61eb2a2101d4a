// Detects that the process is overloaded. Requests are then refused, so that the process does not run out of memory or
// stop responding.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { Overloaded } from '../../lib/errors/unavailable.ts';

export interface LoadLimits {
  /**
   * Maximum used fraction of the heap, from 0 to 1. The garbage collector runs long before this fraction is reached, so
   * the memory in use cannot be freed then.
   */
  readonly heapShare: number;
  /**
   * `delay` is the maximum delay of the event loop in ms. It has an effect only if there are more than `requests`
   * requests at the same time. Neither value alone means overload: other processes of the machine can delay the event
   * loop, and many requests may be idle uploads.
   */
  readonly delay: number;
  readonly requests: number;
}

const defaultLimits: LoadLimits = { heapShare: 0.9, delay: 2_000, requests: 1_000 };

export interface LoadShedding extends Disposable {
  /** Returns the reason for which requests are currently refused, or undefined if they are accepted. */
  reason(): string | undefined;
  /** Counts a request until the result is disposed of. Throws `Overloaded` if requests are currently refused. */
  enter(): Disposable;
}

/** Interval in ms between two measurements. */
const interval = 250;
/** Interval in ms at which the event loop delay is sampled. */
const resolution = 50;
const nanosecondsPerMillisecond = 1e6;

/** Returns the mean delay of the event loop in ms since the previous call. */
const delayIn = (delays: ReturnType<typeof monitorEventLoopDelay>): number => {
  const mean = delays.count === 0 ? 0 : delays.mean / nanosecondsPerMillisecond;
  delays.reset();
  return mean;
};

/** Returns the used fraction of the maximum heap size, from 0 to 1. */
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
      if (refusal !== undefined) throw new Overloaded(refusal, 'The service is overloaded. Try again later.');
      underWay += 1;
      return request;
    },
    [Symbol.dispose]: () => {
      clearInterval(timer);
      delays.disable();
    },
  };
};
