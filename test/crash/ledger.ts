// Knowledge of a client: the acknowledged changes, and those whose answer is missing.

/** A policy as far as the writers change it; undefined where there is none. */
export type State = { readonly description: string; readonly sha256: string | undefined } | undefined;

/** Known state of one policy. */
export interface Entry {
  readonly name: string;
  id: string | undefined;
  acknowledged: State;
  /** Sent and not answered: it may have happened, or not. */
  attempted: { readonly state: State } | undefined;
  /** Number of acknowledged changes. */
  changes: number;
}

export type Ledger = Map<string, Entry>;

/** Notes that a change is about to be sent; its answer calls the returned function. */
export const attempt = (entry: Entry, state: State): (() => void) => {
  entry.attempted = { state };
  return () => {
    entry.acknowledged = state;
    entry.attempted = undefined;
    entry.changes += 1;
  };
};

/** Possible states after a crash, each with the number of changes that have led to it. */
export const possible = ({ acknowledged, attempted, changes }: Entry): readonly { state: State; changes: number }[] => [
  { state: acknowledged, changes },
  ...(attempted === undefined ? [] : [{ state: attempted.state, changes: changes + 1 }]),
];
