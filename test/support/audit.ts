// Reads audit records from the database.
import { query } from '../../src/db/query.ts';
import type { World } from './world.ts';

const recordsOf = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('audit_records')
    .select(['action', 'actor', 'change', 'organization_id', 'request_id'])
    .where('resource_id', '=', id)
    .orderBy('id'),
);

const recordedActions = query()((db) => db.selectFrom('audit_records').select('action').orderBy('id'));

/** Returns the attributes that the audit record of a new policy contains, if the policy has default values. */
export const auditedPolicy = (name: string): object => ({
  name,
  kind: 'opa',
  description: null,
  query: null,
  'enforcement-level': 'advisory',
  introduction: 'enforce',
  input: null,
  'policy-sets': [],
});

/** Returns the actions of all audit records, oldest first. */
export const actionsIn = async ({ context }: World): Promise<readonly string[]> =>
  (await context.database.rows(recordedActions, {})).map(({ action }) => action);

/** Returns the audit records of one resource, oldest first, with parsed JSON. */
export const auditOf = async ({ context }: World, id: string) => {
  const rows = await context.database.rows(recordsOf, { id });
  return rows.map(({ action, actor, change, organization_id, request_id }) => ({
    action,
    actor: JSON.parse(actor),
    change: JSON.parse(change),
    organizationId: organization_id,
    requestId: request_id,
  }));
};
