// Changes that site administrators make to any organization of the instance.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import { administrationOf } from '../../../http/callers.ts';
import { existing, type Problem, problemAt, requireNone } from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Page } from '../../../kernel/page.ts';
import { folded } from '../../../lib/text/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockOrganization } from '../organizations/organizations.ts';
import { updateOrganizationRow } from '../organizations/store.ts';
import { administrationCompat } from './compat.ts';
import { changesFrom } from './input.ts';
import {
  type AdministeredRow,
  administeredByKey,
  consumerList,
  moduleSharing,
  organizationIds,
  replaceConsumers,
} from './store.ts';

/** Properties that all administration routes with an organization in their path share. */
export const administered = administrationOf(
  async ({ database }, { organization_name }: { readonly organization_name: string }) =>
    existing(await database.first(administeredByKey, { key: folded(organization_name) })),
);

/**
 * Changes the attributes that only site administrators may set: plan and apply timeouts, module sharing and the
 * workspace limit.
 */
export function updateAdministered(
  context: Context,
  actor: Actor,
  { id, name_key: key }: AdministeredRow,
  attributes: object,
): Promise<AdministeredRow> {
  return auditedTransaction(context, actor, async (tx) => {
    const row = await lockOrganization(tx, id);
    const compat = administrationCompat.changed(context.vocabulary, row.compat, attributes);
    const changes = { ...changesFrom(attributes), compat };
    const changed = { ...row, ...changes };
    const [before, after] = [audited(row), audited(changed)];
    if (!isDeepStrictEqual(before, after)) await updateOrganizationRow(tx, id, changes);
    const result = existing(await tx.first(administeredByKey, { key }));
    const entry = { action: 'organization.administer', type: 'organizations', id, organizationId: id, before, after };
    return { result, audit: isDeepStrictEqual(before, after) ? [] : [entry] };
  });
}

type Administered = Pick<
  AdministeredRow,
  'plan_timeout' | 'apply_timeout' | 'shares_modules' | 'workspace_limit' | 'compat'
>;

const audited = (row: Administered) => ({
  'plan-timeout': row.plan_timeout,
  'apply-timeout': row.apply_timeout,
  'global-module-sharing': row.shares_modules === 1,
  'workspace-limit': row.workspace_limit,
  ...administrationCompat.audited(row),
});

/**
 * Page that is large enough for a complete list. An organization can select at most 1,000 consumers. With more, it
 * should share its modules with all organizations.
 */
const allConsumers = { number: 1, size: 1_000 };

/**
 * Returns the organizations that may use this organization's modules, sorted by name. Returns one page, or all
 * organizations if the query has no page parameters.
 */
export async function listConsumers(
  { database }: Context,
  { id }: AdministeredRow,
  query: ListQuery,
): Promise<Page<AdministeredRow> | readonly AdministeredRow[]> {
  const read = await consumerList.read(database, query.isPaged ? query : { page: allConsumers }, { organization: id });
  return query.isPaged ? read : read.rows;
}

/**
 * Replaces the list of organizations that may use this organization's modules. Sharing with all organizations ends.
 * Throws 422 if an organization in the new list does not exist.
 */
export function setConsumers(
  context: Context,
  actor: Actor,
  { id }: AdministeredRow,
  names: readonly string[],
): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, id);
    const known = await tx.rows(organizationIds, { names: JSON.stringify(names.map(folded)) });
    requireNone(problemsOf(names, new Map(known.map((row) => [row.name_key, row.id])), id));
    const before = (await tx.rows(moduleSharing, { organization: id })).flatMap((row) => row.consumer_id ?? []);
    const after = known.map((row) => row.id).toSorted();
    await replaceConsumers(tx, id, after);
    await updateOrganizationRow(tx, id, { shares_modules: 0 });
    const entry = { action: 'organization.share-modules', type: 'organizations', id, organizationId: id };
    const shown = { before: { consumers: before.toSorted() }, after: { consumers: after } };
    return { result: undefined, audit: [{ ...entry, ...shown }] };
  });
}

const problemsOf = (names: readonly string[], ids: ReadonlyMap<string, string>, own: string): readonly Problem[] =>
  names.flatMap((name, index) => {
    const pointer = `/data/${index}/id`;
    const id = ids.get(folded(name));
    if (id === undefined) return [problemAt(pointer, 'no-such-record', 'Organization does not exist')];
    return id === own
      ? [problemAt(pointer, 'invalid', 'The members of the organization can already use its modules')]
      : [];
  });
