// Unmodified clients of other publishers that the conformance programs run against a real server, and their
// requirements.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Result of one client operation: whether it worked as the client expects. */
export interface Outcome {
  readonly area: string;
  readonly name: string;
  readonly error?: string;
}

/** Server that uses the `terraform` vocabulary, and an administrator's token. */
export interface Target {
  readonly url: string;
  readonly token: string;
  /** Sets whether an organization accepts user tokens. */
  readonly acceptUserTokens: (organization: string, areAccepted: boolean) => Promise<unknown>;
}

/** Result for a client; the reason if it was not measured. */
export type Measured =
  | { readonly version: string; readonly outcomes: readonly Outcome[] }
  | { readonly skipped: string };

export interface StockClient {
  /** Name that the publisher uses. */
  readonly name: string;
  readonly measure: (target: Target) => Promise<Measured>;
}

export const run = promisify(execFile);

/** Whether an error means that the command does not exist. */
export const isMissing = (error: unknown): boolean => Object(error).code === 'ENOENT';

/** Parses the output of a client: one line of JSON for each operation. */
export const outcomesIn = (text: string): readonly Outcome[] =>
  text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
