// Ledger of what a client knows about its policies: acknowledged changes, and changes without a response.

/** State of a policy, reduced to the values that the writers change; undefined if the policy does not exist. */
export type State = { readonly description: string; readonly sha256: string | undefined } | undefined;

/** Known state of one policy. */
export interface Entry {
  readonly name: string;
  id: string | undefined;
  acknowledged: State;
  /** Change that was sent but not acknowledged. The service may or may not have stored it. */
  attempted: { readonly state: State } | undefined;
  /** Number of acknowledged changes. */
  changes: number;
}

export type Ledger = Map<string, Entry>;

/** Records that a change is about to be sent. Call the returned function when the response arrives. */
export const attempt = (entry: Entry, state: State): (() => void) => {
  entry.attempted = { state };
  return () => {
    entry.acknowledged = state;
    entry.attempted = undefined;
    entry.changes += 1;
  };
};

/** Returns the states that a policy may have after a crash, each with its number of changes. */
export const possible = ({ acknowledged, attempted, changes }: Entry): readonly { state: State; changes: number }[] => [
  { state: acknowledged, changes },
  ...(attempted === undefined ? [] : [{ state: attempted.state, changes: changes + 1 }]),
];
