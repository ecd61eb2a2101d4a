// Compares an evaluation with the last evaluation of its workspace that passed, to show why the plan fails now.
import type { Context } from '../../../context.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { creatorOf } from '../../../jsonapi/creator.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { newTurns } from '../../../lib/concurrency/turns.ts';
import { jsonParts } from '../../../lib/json/json-parts.ts';
import { changeLimits } from '../../../protocols/plans/plan-changes.ts';
import { addressOf, isShowable } from '../../../protocols/policy-output/resource-address.ts';
import { isIncluded, may, type RecordAccess } from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import { readerConditions } from '../evaluations/access.ts';
import { digestKeyOf, type SetDigests } from '../evaluations/digests.ts';
import { digestsOf, type EvaluationRow, lastPassed, outcomeTexts } from '../evaluations/store.ts';
import { type StoredOutcome, type StoredOutcomes, storedOutcome, verdictIn } from '../findings/stored-outcome.ts';
import { versionsByIds } from '../versions/store.ts';
import { type ComparedResource, comparePlans, type PlanComparison } from './plan-comparison.ts';
import { type ComparedOutcome, changesOf, type PolicyChange } from './policy-changes.ts';
import { revisionsIn } from './queries.ts';

/** Message, author and time of new code. They are null if they are unknown, or if the caller may not see them. */
interface ChangeSource {
  readonly message: string | null;
  readonly by: ReturnType<typeof creatorOf> | null;
  readonly at: string | null;
}

/** A policy that blocks the run, with its differences from the evaluation that passed. */
export interface ComparedPolicy extends Pick<StoredOutcome, 'set' | 'policy_id' | 'policy_name'> {
  readonly changes: readonly (PolicyChange & ChangeSource)[];
}

/**
 * `no-passed-evaluation`: no earlier evaluation of the workspace passed. `hidden`: the caller may not read the last
 * evaluation that passed, whether or not it exists. `not-comparable`: the evaluation has not finished, has no
 * registered workspace, or evaluated a state or only one policy set.
 */
export const comparisonStatuses = ['compared', 'no-passed-evaluation', 'hidden', 'not-comparable'] as const;

export interface Comparison {
  readonly id: string;
  readonly status: (typeof comparisonStatuses)[number];
  readonly passed?: EvaluationRow;
  readonly engine?: { readonly from: string; readonly to: string };
  readonly policies: readonly ComparedPolicy[];
  readonly policiesLeftOut: number;
  readonly plan?: PlanComparison;
  /** Resources with findings that block the run. */
  readonly resources: readonly ComparedResource[];
}

/** Maximum number of policies in a comparison. */
const maxPolicies = 50;

const mayRead = isIncluded(policyRights['policy-evaluations'].read, readerConditions);

/** Compares an evaluation with the last earlier one of its workspace that passed and counts for the workspace. */
export async function comparisonOf(
  context: Context,
  actor: Actor,
  { row, rights }: RecordAccess<EvaluationRow>,
): Promise<Comparison> {
  const { id, organization_id: organization, workspace_id: workspace, created_at: before } = row;
  const nothing = { id, policies: [], policiesLeftOut: 0, resources: [] };
  if (workspace === null || !isComparable(row)) return { ...nothing, status: 'not-comparable' };
  const passed = await context.database.first(lastPassed, { organization, workspace, before });
  // Only callers who may read this evaluation, or all evaluations of the workspace, may know whether it exists.
  if (!(await mayRead(context, actor, { row: passed ?? ofNobody(row), rights })))
    return { ...nothing, status: 'hidden' };
  if (passed === undefined) return { ...nothing, status: 'no-passed-evaluation' };
  return { ...(await compared(context, { ...row, workspace }, { passed, rights })), passed, status: 'compared' };
}

const finished: ReadonlySet<string> = new Set(['passed', 'failed', 'errored', 'unreachable', 'overridden']);

const isComparable = ({ scope, source, status }: EvaluationRow): boolean =>
  scope === 'organization' && source === 'plan' && finished.has(status);

/**
 * Returns a copy of an evaluation without its creator and author. Only callers who may read all evaluations of the
 * workspace may read the copy.
 */
const ofNobody = (row: EvaluationRow): EvaluationRow => ({
  ...row,
  created_by: JSON.stringify({ kind: 'anonymous' }),
  author_id: null,
  author_team_id: null,
});

/** The earlier evaluation that passed, and the rights of the caller. */
type Former = Pick<RecordAccess<EvaluationRow>, 'rights'> & { readonly passed: EvaluationRow };

async function compared(
  context: Context,
  row: EvaluationRow & { readonly workspace: string },
  { passed, rights }: Former,
) {
  const { database } = context;
  const [now, former, sets, formerSets] = await Promise.all([
    database.first(digestsOf, { evaluation: row.id }),
    database.first(digestsOf, { evaluation: passed.id }),
    database.rows(outcomeTexts, { evaluation: row.id }),
    database.rows(outcomeTexts, { evaluation: passed.id }),
  ]);
  const blocking = await blockingIn(sets);
  const { plan, resource } = comparePlans(now, former, digestKeyOf(context, row.workspace));
  const policies = policiesOf(blocking.slice(0, maxPolicies), ofSets(now), await formerOutcomes(formerSets, former));
  const [from, to] = [passed.engine_version, row.engine_version];
  return {
    id: row.id,
    ...(from !== null && to !== null && from !== to && { engine: { from, to } }),
    policies: may(policyRights.policies.read)({ rights })
      ? await withSources(context, row.organization_id, policies)
      : policies.map(withoutSecrets),
    policiesLeftOut: Math.max(0, blocking.length - maxPolicies),
    plan,
    resources: (await addressesIn(blocking)).map(resource),
  };
}

type Digests = StoredRow<'policy_evaluation_digests'> | undefined;

const ofSets = (digests: Digests): Readonly<Record<string, SetDigests | undefined>> =>
  JSON.parse(digests?.policies ?? '{}');

/** Returns the outcomes that block the run. */
async function blockingIn(sets: readonly StoredOutcomes[]): Promise<readonly StoredOutcome[]> {
  const takeTurns = newTurns();
  const blocking: StoredOutcome[] = [];
  for (const set of sets) {
    for (const [position, json] of jsonParts(set.outcomes).entries()) {
      const outcome = storedOutcome(set, position, json);
      if (outcome?.blocking === true) blocking.push(outcome);
      await takeTurns();
    }
  }
  return blocking;
}

/**
 * Policies are matched by name, because the identifier of a policy in a policy set version differs between versions.
 */
const keyOf = (set: string, policy: string): string => `${set} ${policy}`;

/** Returns the outcomes of the evaluation that passed, by policy set and policy name. */
async function formerOutcomes(
  sets: readonly StoredOutcomes[],
  digests: Digests,
): Promise<ReadonlyMap<string, ComparedOutcome>> {
  const takeTurns = newTurns();
  const known = ofSets(digests);
  const outcomes = new Map<string, ComparedOutcome>();
  for (const { policy_set_id: set, outcomes: json } of sets) {
    for (const part of jsonParts(json)) {
      const outcome = verdictIn(jsonParts(part));
      outcomes.set(keyOf(set, outcome.policy_name), { outcome, digests: known[set] });
      await takeTurns();
    }
  }
  return outcomes;
}

type PolicyChanges = Pick<ComparedPolicy, 'set' | 'policy_id' | 'policy_name'> & {
  readonly changes: readonly PolicyChange[];
};

const policiesOf = (
  blocking: readonly StoredOutcome[],
  digests: ReturnType<typeof ofSets>,
  former: ReadonlyMap<string, ComparedOutcome>,
): readonly PolicyChanges[] =>
  blocking.map((outcome) => {
    const { set, policy_id, policy_name } = outcome;
    const now = { outcome, digests: digests[set.policy_set_id] };
    const changes = changesOf(now, former.get(keyOf(set.policy_set_id, policy_name)));
    return { set, policy_id, policy_name, changes };
  });

const unknownSource: ChangeSource = { message: null, by: null, at: null };

/**
 * Leaves out the identifiers of policy set versions and the sources of code, which only callers who manage policies may
 * see.
 */
const withoutSecrets = ({ changes, ...policy }: PolicyChanges): ComparedPolicy => ({
  ...policy,
  changes: changes.map((each) => ({
    ...each,
    ...(each.kind === 'set-version' && { from: null, to: null }),
    ...unknownSource,
  })),
});

/** Adds the messages, authors and times of new revisions, and the times of new versions of policy sets. */
async function withSources(
  { database }: Context,
  organization: string,
  policies: readonly PolicyChanges[],
): Promise<readonly ComparedPolicy[]> {
  const valuesOf = (kind: PolicyChange['kind']) =>
    policies.flatMap(({ policy_id: policy, changes }) =>
      changes.flatMap((each) => (each.kind === kind && each.to !== null ? [{ policy, to: each.to }] : [])),
    );
  const wanted = valuesOf('revision').map(({ policy, to }) => ({ policy, number: Number(to) }));
  const versions = valuesOf('set-version').map(({ to }) => to);
  const sources = new Map<string, ChangeSource>();
  if (wanted.length > 0) {
    const values = { organization, wanted: JSON.stringify(wanted) };
    for (const { policy_id, number, message, created_by, created_at } of await database.rows(revisionsIn, values)) {
      sources.set(keyOf(policy_id, String(number)), { message, by: creatorOf(JSON.parse(created_by)), at: created_at });
    }
  }
  if (versions.length > 0) {
    for (const { id, created_at } of await database.rows(versionsByIds, { ids: JSON.stringify(versions) }))
      sources.set(id, { ...unknownSource, at: created_at });
  }
  return policies.map(({ changes, ...policy }) => ({
    ...policy,
    changes: changes.map((each) => {
      const key = each.kind === 'revision' ? keyOf(policy.policy_id, each.to ?? '') : (each.to ?? '');
      return { ...each, ...(sources.get(key) ?? unknownSource) };
    }),
  }));
}

/** Returns the addresses of resources with findings that block the run, up to a maximum number. */
async function addressesIn(blocking: readonly StoredOutcome[]): Promise<readonly string[]> {
  const takeTurns = newTurns();
  const addresses = new Set<string>();
  let left = changeLimits.resources;
  for (const outcome of blocking) {
    const findings = outcome.members().filter(({ list }) => list === 'output');
    for (const { json } of findings.slice(0, left)) {
      left -= 1;
      const address = addressOf(JSON.parse(json));
      if (address !== undefined && isShowable(address)) addresses.add(address);
      await takeTurns();
    }
  }
  return [...addresses];
}
