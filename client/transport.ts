// Interface for sending requests, implemented for browser sessions and for tokens.
import type { ApiFailure } from './failure.ts';
import type { WireRequest } from './request.ts';

/** Retry policy. Times are in milliseconds. */
export interface Patience {
  /** Maximum total time to retry a request while the service is busy (429). */
  readonly busyTime: number;
  /** Maximum number of attempts while the service, or a proxy in front of it, is unavailable. */
  readonly tries: number;
  /** Whether changes are retried too. Otherwise the user repeats them. */
  readonly repeatsChanges: boolean;
  /** Called with the length of each wait of more than one second. */
  readonly onWait?: (milliseconds: number) => void;
}

export interface Transport {
  /** Name of the service in messages. */
  readonly name: string;
  /** Sends a request and returns the response, whatever its status. Throws `ApiFailure` if there is no response. */
  readonly send: (request: WireRequest) => Promise<Response>;
  readonly patience: Patience;
  /** Throws `ApiFailure` if the document is not a valid response to the operation, such as `get /api/v2/ping`. */
  readonly check?: (operation: string, document: unknown, needs?: readonly string[]) => Promise<void>;
  /** Called with each refusal before it is thrown. */
  readonly onRefusal?: (failure: ApiFailure) => void;
}
