// Creates policies and policy sets over the API.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { documentOf, identifiers } from './documents.ts';
import type { Home, World } from './world.ts';

/** Returns the document that creates a policy. */
export const policyDocument = (attributes: object, policySetIds?: readonly string[]) =>
  documentOf('policies', attributes, policySetIds && { 'policy-sets': identifiers('policy-sets', ...policySetIds) });

/** Creates a policy, by default native and advisory. Returns its id. */
export const newPolicy = async (
  { client, name: home }: Pick<Home, 'client' | 'name'>,
  name: string,
  attributes: object = {},
) => {
  const document = policyDocument({ name, 'enforcement-level': 'advisory', ...attributes });
  const { status, body } = await client.post(`/organizations/${home}/policies`, document);
  assert.equal(status, 200);
  return String(body.data.id);
};

/** Creates a policy set with the given policies, native by default. Returns its id. */
export const newPolicySet = async (
  { client, name: home }: Pick<Home, 'client' | 'name'>,
  name: string,
  attributes: object = {},
  policyIds: readonly string[] = [],
) => {
  const document = documentOf(
    'policy-sets',
    { name, ...attributes },
    { policies: identifiers('policies', ...policyIds) },
  );
  const { status, body } = await client.post(`/organizations/${home}/policy-sets`, document);
  assert.equal(status, 201);
  return String(body.data.id);
};

/** Creates a parameter in a new policy set. Returns the API path of the parameter. */
export const newParameter = async (home: Pick<Home, 'client' | 'name'>, attributes: object) => {
  const path = `/policy-sets/${await newPolicySet(home, 'limits')}/parameters`;
  const { status, body } = await home.client.post(path, documentOf('vars', attributes));
  assert.equal(status, 201);
  return `${path}/${body.data.id}`;
};

/**
 * Inserts policies named `many-00001`, `many-00002` and so on with one statement. The rules for new policies do not
 * apply, and counters do not change.
 */
export const insertPolicies = async (
  { context }: Pick<World, 'context'>,
  { organization }: Pick<Home, 'organization'>,
  count: number,
): Promise<void> => {
  const at = '2026-01-01T00:00:00.000Z';
  await context.database.transaction((tx) =>
    tx.run((db) => ({
      compile: () =>
        sql`insert into policies (id, organization_id, name, kind, enforcement_level, created_at)
          with recursive n (i) as (select 100001 union all select i + 1 from n where i < ${sql.lit(100_000 + count)})
          select 'pol-many' || i, ${organization.id}, 'many-' || substr(cast(i as text), 2), 'opa', 'advisory', ${at}
          from n`.compile(db),
    })),
  );
};
