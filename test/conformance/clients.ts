// Unmodified clients of other publishers, which the conformance programs run against a real server, and the
// requirements of these clients.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Result of one client operation: whether it worked as the client expects. */
export interface Outcome {
  readonly area: string;
  readonly name: string;
  readonly error?: string;
}

/** Server that uses the `terraform` vocabulary, and the token of an administrator. */
export interface Target {
  readonly url: string;
  readonly token: string;
  /** Sets whether an organization accepts user tokens. */
  readonly acceptUserTokens: (organization: string, areAccepted: boolean) => Promise<unknown>;
}

/** Results for one client, or the reason why the client was not tested. */
export type Measured =
  | { readonly version: string; readonly outcomes: readonly Outcome[] }
  | { readonly skipped: string };

export interface StockClient {
  /** Name of the client, as its publisher writes it. */
  readonly name: string;
  readonly measure: (target: Target) => Promise<Measured>;
}

export const run = promisify(execFile);

/** Whether the error means that the command is not installed. */
export const isMissing = (error: unknown): boolean => Object(error).code === 'ENOENT';

/** Parses a client's output, which has one line of JSON for each operation. */
export const outcomesIn = (text: string): readonly Outcome[] =>
  text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
