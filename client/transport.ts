// Interface for sending requests. It has one implementation for browser sessions and one for tokens.
import type { ApiFailure } from './failure.ts';
import type { WireRequest } from './request.ts';

/** Retry policy. Times are in milliseconds. */
export interface Patience {
  /** Maximum total time to retry a request while the service is busy (status 429). */
  readonly busyTime: number;
  /** Maximum number of attempts while the service or a proxy in front of it is unavailable. */
  readonly tries: number;
  /** Whether requests that change data are also retried. If false, the user repeats them. */
  readonly repeatsChanges: boolean;
  /** Called before each wait of more than one second, with the duration of the wait in milliseconds. */
  readonly onWait?: (milliseconds: number) => void;
}

export interface Transport {
  /** Name of the service in messages. */
  readonly name: string;
  /**
   * Sends a request and returns the response, even if it has an error status. Throws `ApiFailure` if there is no
   * response.
   */
  readonly send: (request: WireRequest) => Promise<Response>;
  readonly patience: Patience;
  /** Throws `ApiFailure` if the document is not a valid response. `operation` has the form `get /api/v2/ping`. */
  readonly check?: (operation: string, document: unknown, needs?: readonly string[]) => Promise<void>;
  /** Called with the error of each refused request before the error is thrown. */
  readonly onRefusal?: (failure: ApiFailure) => void;
}
