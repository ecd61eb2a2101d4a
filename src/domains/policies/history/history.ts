// History of a policy, from the audit records of the policy and of its policy sets.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import { linkedIn, maxLinkedEach } from '../../../kernel/linked.ts';
import type { Page } from '../../../kernel/page.ts';
import { keysOf } from '../../../lib/functions/records.ts';
import { type AuditRecord, type HistoryOf, lastRecords, listHistory, recordedSince } from '../../audit/index.ts';
import type { PolicyRow } from '../policies/store.ts';
import { policySetNames } from './store.ts';

type Actions = Pick<HistoryOf, 'actions' | 'containerActions' | 'membershipActions'>;

const none = { actions: [], containerActions: [], membershipActions: [] };

/**
 * Values of `filter[kind]`, with the actions that each value selects. The creation of a policy can also add it to
 * policy sets.
 */
const actionsByKind = {
  settings: { ...none, actions: ['policy.create', 'policy.update'], membershipActions: ['policy.create'] },
  code: { ...none, actions: ['policy.upload', 'policy.restore'] },
  tests: { ...none, actions: ['policy-tests.upload', 'policy-tests.delete'] },
  'policy-sets': {
    ...none,
    membershipActions: [
      'policy.create',
      'policy-set.create',
      'policy-set.add',
      'policy-set.remove',
      'policy-set.delete',
      'policy-set-version.upload',
      'policy-set-version.activate',
    ],
  },
  scope: {
    ...none,
    containerActions: ['policy-set.update', 'policy-set.select', 'policy-set.add', 'policy-set.remove'],
  },
} as const satisfies Readonly<Record<string, Actions>>;

const kinds = keysOf(actionsByKind);
export const kindFilter = { name: 'filter[kind]', choices: kinds } as const;

const actionsOf = (kind: string | undefined): Actions => {
  const selected = kinds.filter((each) => kind === undefined || each === kind).map((each) => actionsByKind[each]);
  return {
    actions: selected.flatMap(({ actions }) => actions),
    containerActions: selected.flatMap(({ containerActions }) => containerActions),
    membershipActions: selected.flatMap(({ membershipActions }) => membershipActions),
  };
};

/**
 * A policy set of an entry. The name is null if the set was deleted and the audit record of the deletion was archived.
 */
interface NamedPolicySet {
  readonly id: string;
  readonly name: string | null;
}

/** Replay that showed the effect of a change before it was made, with its results at the time of the change. */
interface RecordedReplay {
  readonly id: string;
  readonly status: string;
  readonly 'inputs-total': number;
  readonly 'inputs-done': number;
  readonly 'newly-failing': number;
  readonly 'newly-failing-workspaces': number;
}

/** A change of a policy or of one of its policy sets. `before` and `after` contain only values that changed. */
export interface HistoryEntry extends AuditRecord {
  readonly policySets: readonly NamedPolicySet[];
  readonly replay: RecordedReplay | null;
  /** Number of identifiers that were left out of the lists in `before` and `after`. */
  readonly omittedCount: number;
}

/**
 * A page of the history. `recordedSince` is the time of the oldest audit record; null if no records of the policy can
 * have been archived.
 */
export type HistoryPage = Page<HistoryEntry> & { readonly recordedSince: string | null };

/** Returns a page of the history of a policy, newest first. */
export async function listPolicyHistory(context: Context, policy: PolicyRow, query: ListQuery): Promise<HistoryPage> {
  const { id, organization_id, created_at, policy_set_ids } = policy;
  const of = { id, containers: linkedIn(policy_set_ids).ids, ...actionsOf(query.value(kindFilter.name)) };
  const [page, since] = await Promise.all([listHistory(context, of, query.page), recordedSince(context.database)]);
  const names = await namesOf(context, organization_id, [...new Set(page.rows.flatMap(policySetIdsOf))]);
  const rows = page.rows.map((record) => entryOf(record, names));
  return { ...page, rows, recordedSince: since !== null && since > created_at ? since : null };
}

/** Returns the names of policy sets. The names of deleted sets are read from the audit records of their deletion. */
async function namesOf({ database }: Context, organization: string, ids: readonly string[]) {
  const named = await database.rows(policySetNames, { ids: JSON.stringify(ids), organization });
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const deleted = await lastRecords(
    database,
    ids.filter((id) => !names.has(id)),
  );
  for (const { action, resourceId, before } of deleted)
    if (action === 'policy-set.delete') names.set(resourceId, String(memberOf(before, 'name')));
  return names;
}

const memberOf = (values: object | null, name: string): unknown => Reflect.get(Object(values), name);

function policySetIdsOf({ resourceType, resourceId, after }: AuditRecord): readonly string[] {
  if (resourceType === 'policy-sets') return [resourceId];
  return [memberOf(after, 'policy-sets'), memberOf(after, 'policy-set')]
    .flat()
    .flatMap((id) => (id ? [String(id)] : []));
}

/**
 * Values in audit records that `before` and `after` of an entry leave out: the policy sets and the replay, which are
 * separate attributes of the entry, the other policies of a set, properties of code, and the kind of policy, which
 * never changes.
 */
const leftOut = new Set(['policy-sets', 'policy-set', 'policies', 'policy-count', 'replay', 'sha256', 'size', 'kind']);

function entryOf(record: AuditRecord, names: ReadonlyMap<string, string>): HistoryEntry {
  const { before, after } = record;
  const changed = [...new Set([before, after].flatMap((values) => Object.keys(values ?? {})))].filter(
    (name) => !leftOut.has(name) && !isDeepStrictEqual(memberOf(before, name), memberOf(after, name)),
  );
  const [shownBefore, shownAfter] = [shownValues(before, changed), shownValues(after, changed)];
  const replay: RecordedReplay | undefined = Object(after).replay;
  return {
    ...record,
    before: shownBefore.values,
    after: shownAfter.values,
    omittedCount: shownBefore.omittedCount + shownAfter.omittedCount,
    policySets: policySetIdsOf(record)
      .slice(0, maxLinkedEach)
      .map((id) => ({ id, name: names.get(id) ?? null })),
    replay: replay ?? null,
  };
}

/** Returns the values with these names. Long lists of identifiers are truncated. */
function shownValues(values: object | null, names: readonly string[]) {
  if (values === null) return { values: null, omittedCount: 0 };
  const selected = Object.entries(values).filter(([name]) => names.includes(name));
  const omitted = selected.map(([, value]) => (Array.isArray(value) ? Math.max(0, value.length - maxLinkedEach) : 0));
  return {
    values: Object.fromEntries(
      selected.map(([name, value]) => [name, Array.isArray(value) ? value.slice(0, maxLinkedEach) : value]),
    ),
    omittedCount: omitted.reduce((sum, count) => sum + count, 0),
  };
}
