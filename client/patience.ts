// Sends a request again where that can help, and does no harm.
import { ApiFailure } from './failure.ts';
import type { Patience } from './transport.ts';

/** In milliseconds: the pause before a request whose answer was lost goes again, and the longest while a service cannot answer. */
const [pauseAfterLoss, maxPause] = [1_000, 10_000];

/** Statuses by which a proxy says that it has no answer of the service. */
const gatewayStatuses = [502, 504];

/** What is known of a request before it is sent. */
interface Sending {
  readonly send: () => Promise<Response>;
  /** Whether it changes nothing. */
  readonly isRead: boolean;
  /** Whether sending it twice does no more than sending it once. */
  readonly isRepeatable: boolean;
  readonly signal?: AbortSignal | null | undefined;
}

/** Waits; throws the reason of the signal as soon as that ends the request. */
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

/** Milliseconds that an answer asks to wait: `Retry-After`, or else the header that clients of this family read. */
function askedWait({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? headers.get('x-ratelimit-reset') ?? '1');
  return Number.isFinite(seconds) ? Math.max(seconds, 1) * 1_000 : 1_000;
}

const isLoss = (error: unknown): boolean => error instanceof ApiFailure && error.reason === 'lost';

/** Sends a request once more if its answer was lost. */
async function sendSafely({ send, isRepeatable, signal }: Sending): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (!isRepeatable || !isLoss(error)) throw error;
    await pause(pauseAfterLoss, signal);
    return send();
  }
}

/** Whether a service, or a proxy before it, may answer the same request a little later. */
const isPassing = (status: number, { isRead, isRepeatable }: Sending, { repeatsChanges }: Patience): boolean =>
  status === 503 ? isRead || repeatsChanges : isRepeatable && gatewayStatuses.includes(status);

/** Answers the last answer: that of the service, or that of a proxy that has none. */
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
