// How requests reach a service: what the session of a browser and a token have in common.
import type { ApiFailure } from './failure.ts';
import type { WireRequest } from './request.ts';

/** How long a client tries. Times are in milliseconds. */
export interface Patience {
  /** How long a request is sent again in all while the service is busy (429). */
  readonly busyTime: number;
  /** How many times a request is sent while the service, or a proxy before it, cannot answer. */
  readonly tries: number;
  /** Whether changes are sent again, too; else a person does that. */
  readonly repeatsChanges: boolean;
  /** Is told of each wait that is longer than a second. */
  readonly onWait?: (milliseconds: number) => void;
}

export interface Transport {
  /** What messages call the service. */
  readonly name: string;
  /** Sends a request, and answers refusals, too; throws an `ApiFailure` if no answer comes. */
  readonly send: (request: WireRequest) => Promise<Response>;
  readonly patience: Patience;
  /** Throws an `ApiFailure` for a document that is no answer to an operation such as `get /api/v2/ping`. */
  readonly check?: (operation: string, document: unknown, needs?: readonly string[]) => Promise<void>;
  /** Is told of each refusal before it is thrown. */
  readonly onRefusal?: (failure: ApiFailure) => void;
}
