// The door of the client: what `tipstaff/client` of the npm package has.
import { type Client, newClient } from './client.ts';
import { type TokenOptions, tokenTransport, usable } from './token-transport.ts';
import type { VocabularyName } from './vocabulary.ts';

export type { Answer, Call, Client, Untyped } from './client.ts';
export { ApiFailure, type FailureReason, type Problem, type ProblemCode } from './failure.ts';
export type { QueryOf, Resource } from './operations.ts';
export type { TokenOptions, VocabularyName };

export interface ClientOptions extends TokenOptions {
  /** Words of the service, if they are known; else they are found out. */
  readonly vocabulary?: VocabularyName;
}

/** A client of the service at an address, which acts with a token; throws an `ApiFailure` if either cannot be one. */
export const createClient = ({ vocabulary, ...options }: ClientOptions): Client =>
  newClient(tokenTransport(usable(options)), vocabulary);
