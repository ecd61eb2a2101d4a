// Public entry point of the client. The npm package exports it as `tipstaff/client`.
import { type Client, newClient } from './client.ts';
import { type TokenOptions, tokenTransport, usable } from './token-transport.ts';
import type { VocabularyName } from './vocabulary.ts';

export type { Answer, Call, Client, Untyped } from './client.ts';
export { ApiFailure, type FailureReason, type Problem, type ProblemCode } from './failure.ts';
export type { QueryOf, Resource } from './operations.ts';
export type { TokenOptions, VocabularyName };

export interface ClientOptions extends TokenOptions {
  /** Vocabulary of the service, if it is known. By default, the client detects it. */
  readonly vocabulary?: VocabularyName;
}

/** Creates a client that authenticates with a token. Throws `ApiFailure` if the address or the token is malformed. */
export const createClient = ({ vocabulary, ...options }: ClientOptions): Client =>
  newClient(tokenTransport(usable(options)), vocabulary);
