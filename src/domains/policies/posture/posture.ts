// Posture of an organization: the current state of its workspaces, the recently blocked evaluations, and the open
// exceptions.
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { may, type OrganizationAccess } from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import { firstWholeDay } from '../counts/tallies.ts';
import { dayBefore } from '../day.ts';
import { listedReader } from '../evaluations/access.ts';
import type { EvaluationReader } from '../evaluations/readable.ts';
import { coveredWorkspaces } from './coverage.ts';
import { type Counted, type Day, lastDays } from './days.ts';
import { openExemptions, openOverrides } from './exceptions.ts';
import { nextUncounted } from './outcome-queries.ts';
import { findScope, type PostureScope } from './scope.ts';
import { type LatestStatus, latestCounts, latestStatuses, notCounted } from './workspaces.ts';

const { posture: rights } = policyRights;

/**
 * Numbers of workspaces by the status of their latest evaluations, and the number of workspaces to which a blocking
 * policy applies.
 */
export interface WorkspacePosture {
  readonly total: number;
  readonly passed: number;
  readonly overridden: number;
  readonly blocked: number;
  readonly unevaluated: number;
  readonly covered: number;
  /**
   * Number of evaluations in the last seven days that do not count for their workspace, because their creators were not
   * permitted to see workspaces.
   */
  readonly notCounted: number;
  /** Number of evaluations of workspaces in the last seven days that have the source `state`. */
  readonly ofStates: number;
}

/** Numbers of open exceptions; null if the caller may not read them. */
interface Exceptions {
  readonly exemptions: number | null;
  readonly overrides: number | null;
  readonly nextEnd: string | null;
}

export interface Posture {
  /** Name of the organization. */
  readonly id: string;
  readonly workspaces: WorkspacePosture | null;
  readonly blocked: number;
  readonly blockedBefore: number;
  readonly exceptions: Exceptions;
  /** False if evaluations that were created before an upgrade have not all been counted yet. */
  readonly isComplete: boolean;
}

/**
 * Length in days of the period in which blocked evaluations are counted. The preceding period of the same length is
 * counted for comparison.
 */
const blockedDays = 7;

export async function readPosture(context: Context, actor: Actor, access: OrganizationAccess): Promise<Posture> {
  const { id: organization, name } = access.organization;
  const [reader, scope] = [await listedReader(context, actor, access), await findScope(context, actor, access)];
  const [days, workspaces, exceptions, isComplete] = await Promise.all([
    lastDays(context, { organization, reader }, 2 * blockedDays),
    scope === undefined ? null : workspacePosture(context, scope),
    exceptionsOf(context, access, reader),
    isCounted(context, { organization, reader }),
  ]);
  return {
    id: name,
    workspaces,
    blocked: blockedIn(days.slice(blockedDays)),
    blockedBefore: blockedIn(days.slice(0, blockedDays)),
    exceptions,
    isComplete,
  };
}

const blockedIn = (days: readonly Day[]): number =>
  days.reduce((sum, { failed, errored }) => sum + failed + errored, 0);

/**
 * Whether all of the organization's evaluations are included in the counts. Always true for a caller who may read
 * only some evaluations, because these are counted on each request.
 */
export async function isCounted(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { organization, reader }: Counted,
): Promise<boolean> {
  if (reader !== undefined) return true;
  const since = firstWholeDay(clock.now());
  const next = await database.first(nextUncounted, { organization, time: since, since });
  return next?.organization_id !== organization;
}

async function workspacePosture(
  { database, clock }: Context,
  { organization, teams }: PostureScope,
): Promise<WorkspacePosture> {
  const now = clock.now();
  const since = dayBefore(now, blockedDays - 1);
  const kind = teams === undefined ? 'all' : 'ofTeams';
  const scope = { organization, teams: teams ?? '[]' };
  const [rows, [{ covered = 0 } = {}], [{ total = 0, of_states: ofStates = 0 } = {}]] = await Promise.all([
    database.scan(latestCounts[kind], { ...scope, now: timestamp(now) }),
    database.scan(coveredWorkspaces[kind], scope),
    database.scan(notCounted[kind], { ...scope, since }),
  ]);
  const counted = (...wanted: readonly LatestStatus[]) =>
    rows.reduce((sum, { latest_status, workspaces }) => (wanted.includes(latest_status) ? sum + workspaces : sum), 0);
  return {
    total: counted(...latestStatuses),
    passed: counted('passed'),
    overridden: counted('overridden'),
    blocked: counted('failed', 'errored', 'unreachable'),
    unevaluated: counted('not-evaluated'),
    covered,
    notCounted: total,
    ofStates,
  };
}

async function exceptionsOf(
  { database, clock }: Context,
  access: OrganizationAccess,
  reader: EvaluationReader | undefined,
): Promise<Exceptions> {
  const of = { organization: access.organization.id, now: timestamp(clock.now()) };
  const [exemptions, overrides] = await Promise.all([
    may(rights['read-exemptions'])(access) ? database.scan(openExemptions, of) : [],
    reader === undefined ? database.scan(openOverrides, of) : [],
  ]);
  const ends = [...exemptions, ...overrides].flatMap(({ next_end }) => next_end ?? []).toSorted();
  return {
    exemptions: exemptions[0]?.total ?? null,
    overrides: overrides[0]?.total ?? null,
    nextEnd: ends[0] ?? null,
  };
}
