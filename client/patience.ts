// Retries a request if a retry may succeed and is safe.
import { ApiFailure } from './failure.ts';
import type { Patience } from './transport.ts';

/**
 * Delay before a retry after a lost response, and maximum delay while the service is unavailable. Both are in
 * milliseconds.
 */
const [pauseAfterLoss, maxPause] = [1_000, 10_000];

/** HTTP statuses of a proxy that got no response from the service. */
const gatewayStatuses = [502, 504];

/** A request, and the properties that determine whether it can be retried. */
interface Sending {
  readonly send: () => Promise<Response>;
  /** Whether the request only reads data. */
  readonly isRead: boolean;
  /** Whether the request can be sent twice without an additional effect. */
  readonly isRepeatable: boolean;
  readonly signal?: AbortSignal | null | undefined;
}

/** Resolves after a delay. If the signal is aborted, rejects immediately with the signal's reason. */
const pause = (milliseconds: number, signal: Sending['signal']): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) end();
    else signal?.addEventListener('abort', end, { once: true });
  });

/**
 * Returns the delay in milliseconds that the response specifies in `Retry-After` or, if this header is missing, in
 * `X-RateLimit-Reset`.
 */
function askedWait({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? headers.get('x-ratelimit-reset') ?? '1');
  return Number.isFinite(seconds) ? Math.max(seconds, 1) * 1_000 : 1_000;
}

const isLoss = (error: unknown): boolean => error instanceof ApiFailure && error.reason === 'lost';

/** Sends a request. If the response is lost, sends the request once more. */
async function sendSafely({ send, isRepeatable, signal }: Sending): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (!isRepeatable || !isLoss(error)) throw error;
    await pause(pauseAfterLoss, signal);
    return send();
  }
}

/** Whether the error status is temporary and the request may be retried. */
const isPassing = (status: number, { isRead, isRepeatable }: Sending, { repeatsChanges }: Patience): boolean =>
  status === 503 ? isRead || repeatsChanges : isRepeatable && gatewayStatuses.includes(status);

/** Sends a request with retries and returns the last response. It may be a response of the service or of a proxy. */
export async function sendPatiently(sending: Sending, patience: Patience): Promise<Response> {
  let [busyTime, tries] = [patience.busyTime, patience.tries];
  const waitAfter = (response: Response): number | undefined => {
    const asked = askedWait(response);
    if (response.status === 429) {
      busyTime -= asked;
      return busyTime < 0 ? undefined : asked;
    }
    tries -= 1;
    return tries > 0 && isPassing(response.status, sending, patience) ? Math.min(asked, maxPause) : undefined;
  };
  for (;;) {
    const response = await sendSafely(sending);
    const wait = waitAfter(response);
    if (wait === undefined) return response;
    await response.body?.cancel();
    if (response.status === 429 && wait > 1_000) patience.onWait?.(wait);
    await pause(wait, sending.signal);
  }
}
