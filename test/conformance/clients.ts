// The stock clients that the conformance programs call a real server with, and what each takes to run.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** One operation of a client: whether it did what the client expects. */
export interface Outcome {
  readonly area: string;
  readonly name: string;
  readonly error?: string;
}

/** A server that serves the words of these clients, and an administrator's token. */
export interface Target {
  readonly url: string;
  readonly token: string;
  /** Lets an organization accept the tokens of users, or refuse them. */
  readonly acceptUserTokens: (organization: string, areAccepted: boolean) => Promise<unknown>;
}

/** Result of the measurement of a client; the reason where it was not measured. */
export type Measured =
  | { readonly version: string; readonly outcomes: readonly Outcome[] }
  | { readonly skipped: string };

export interface StockClient {
  /** As its publisher calls it. */
  readonly name: string;
  readonly measure: (target: Target) => Promise<Measured>;
}

export const run = promisify(execFile);

/** True if a command is not there. */
export const isMissing = (error: unknown): boolean => Object(error).code === 'ENOENT';

/** A client prints one line of JSON for each operation. */
export const outcomesIn = (text: string): readonly Outcome[] =>
  text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
