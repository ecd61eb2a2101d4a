// Overload of the process: it refuses requests before it falls over.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { Overloaded } from '../../lib/errors/unavailable.ts';

export interface PressureLimits {
  /**
   * The share of its heap that may be used. The collector runs long before this where there is much to collect: what is
   * above it is in use.
   */
  readonly heapShare: number;
  /**
   * Maximum delay of the event loop in ms, and number of requests under way from which it counts. Neither alone is a
   * fault: a machine that others use makes it late, and idle uploads are many.
   */
  readonly delay: number;
  readonly requests: number;
}

const defaultLimits: PressureLimits = { heapShare: 0.9, delay: 2_000, requests: 1_000 };

export interface Pressure extends Disposable {
  /** Reason to refuse requests at present; undefined where there is none. */
  reason(): string | undefined;
  /** Counts a request until it is disposed; throws `Overloaded` while requests are refused. */
  enter(): Disposable;
}

/** Interval in ms between measurements. */
const interval = 250;
/** Interval in ms at which the event loop should come round. */
const resolution = 50;
const nanosecondsPerMillisecond = 1e6;

/** Mean delay of the loop in ms since the last look. */
const delayIn = (delays: ReturnType<typeof monitorEventLoopDelay>): number => {
  const mean = delays.count === 0 ? 0 : delays.mean / nanosecondsPerMillisecond;
  delays.reset();
  return mean;
};

/** The share of the heap that is used, of what it can have at most. */
const usedShare = (): number => {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return used_heap_size / heap_size_limit;
};

export const newPressure = (limits: PressureLimits = defaultLimits): Pressure => {
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
    return delay > limits.delay && underWay >= limits.requests ? 'too many requests are under way' : undefined;
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
