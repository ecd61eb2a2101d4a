// Finds waiting evaluations in the database. Accounts take turns.
import type { Context } from '../../../context.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { nextAccount, nextEvaluationOf, type WaitingEvaluation } from './waiting-queries.ts';

/** Maximum number of accounts that are checked when a slot is assigned. */
const maxLooks = 64;

/**
 * Number of attempts after which an evaluation is suspected of crashing the process, and time in ms between further
 * attempts.
 */
const [suspectAttempts, suspectPause] = [3, 60_000];

type Source = Pick<Context, 'database' | 'clock'>;

/**
 * Evaluations that cannot start: `underWay` lists those that have already started, and `resting` lists the
 * organizations in back-off after a failure.
 */
export interface Excluded {
  readonly underWay: Iterable<WaitingEvaluation>;
  readonly resting: ReadonlySet<string>;
}

const nothing: Excluded = { underWay: [], resting: new Set() };

const isSuspect = ({ attempts }: WaitingEvaluation): boolean => attempts >= suspectAttempts;

/**
 * Returns the parameters for selecting evaluations that can start. Only one evaluation that is suspected of crashing
 * the process runs at a time.
 */
const startable = ({ clock }: Source, { underWay, resting }: Excluded) => ({
  underWay: JSON.stringify([...underWay].map(({ id }) => id)),
  resting: JSON.stringify([...resting]),
  attempts: suspectAttempts,
  retryBefore: [...underWay].some(isSuspect) ? '' : timestamp(clock.now() - suspectPause),
});

/** Whether any evaluation in the database waits or is running. */
export const isAnyWaiting = async (source: Source): Promise<boolean> =>
  (await source.database.first(nextAccount, { after: '', ...startable(source, nothing) })) !== undefined;

export interface WaitingEvaluations {
  /** Returns the accounts that have an evaluation that can start. */
  readonly accounts: () => Promise<readonly string[]>;
  /**
   * Selects the next evaluation of an account. The account's organizations take turns; within an organization, the
   * evaluation that has waited longest comes first.
   */
  readonly nextOf: (account: string) => Promise<WaitingEvaluation | undefined>;
  /**
   * Returns the rank of an account's last turn. A higher rank means a more recent turn; -1 means that the account has
   * had no turn.
   */
  readonly lastTurnOf: (account: string) => number;
}

export function newWaitingEvaluations(source: Source, excluded: Excluded): WaitingEvaluations {
  const { database } = source;
  /**
   * Maps each account to the organization whose evaluation was selected last. Each selection moves the account's entry
   * to the end of the map.
   */
  const served = new Map<string, string>();
  let lookedAt = '';
  const conditions = () => startable(source, excluded);
  const accountAfter = async (after: string) =>
    (await database.first(nextAccount, { after, ...conditions() }))?.account;
  const accounts = async (): Promise<readonly string[]> => {
    const found = new Set<string>();
    while (found.size < maxLooks) {
      const account = (await accountAfter(lookedAt)) ?? (lookedAt === '' ? undefined : await accountAfter(''));
      if (account === undefined || found.has(account)) break;
      lookedAt = account;
      found.add(account);
    }
    return [...found];
  };
  const nextOf = async (account: string): Promise<WaitingEvaluation | undefined> => {
    const after = served.get(account) ?? '';
    const ofOrganizationAfter = (organization: string) =>
      database.first(nextEvaluationOf, { account, after: organization, ...conditions() });
    const row = (await ofOrganizationAfter(after)) ?? (after === '' ? undefined : await ofOrganizationAfter(''));
    served.delete(account);
    if (row !== undefined) served.set(account, row.organization_id);
    return row;
  };
  return { accounts, nextOf, lastTurnOf: (account) => [...served.keys()].indexOf(account) };
}
