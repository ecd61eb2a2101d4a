import type { Engine } from '../../engine.ts';
import type { SchemaChange } from './migration.ts';

/** Describes how membership changes are read from existing audit records with some actions. */
interface Recorded {
  readonly actions: readonly string[];
  /** Path of the list of identifiers in the column `change`: `before` or `after`, and the name of the list. */
  readonly list: readonly [side: string, name: string];
  /** SQL expressions for the identifiers of the member and of its container. */
  readonly columns: string;
  readonly isAdded: 0 | 1;
}

const textIn = (engine: Engine, ...path: readonly string[]): string =>
  engine === 'sqlite'
    ? `json_extract(change, '$${path.map((name) => `."${name}"`).join('')}')`
    : `(change::jsonb #>> '{${path.join(',')}}')`;

const recorded = (engine: Engine): readonly Recorded[] => {
  const policyOfSet = 'listed.value, resource_id';
  return [
    {
      actions: ['policy-set.create', 'policy-set.add'],
      list: ['after', 'policies'],
      columns: policyOfSet,
      isAdded: 1,
    },
    { actions: ['policy.create'], list: ['after', 'policy-sets'], columns: 'resource_id, listed.value', isAdded: 1 },
    { actions: ['policy-set.remove'], list: ['before', 'policies'], columns: policyOfSet, isAdded: 0 },
    {
      actions: ['policy-set-version.upload', 'policy-set-version.activate'],
      list: ['before', 'policies'],
      columns: `listed.value, ${textIn(engine, 'after', 'policy-set')}`,
      isAdded: 0,
    },
  ];
};

const insertRecorded = (engine: Engine, { actions, list, columns, isAdded }: Recorded): string => {
  const values = `coalesce(${textIn(engine, ...list)}, '[]')`;
  const listed =
    engine === 'sqlite'
      ? `json_each(${values}) as listed`
      : `jsonb_array_elements_text(${values}::jsonb) as listed (value)`;
  return `insert into audit_memberships (member_id, container_id, is_added, record_id)
    select ${columns}, ${isAdded}, audit_records.id from audit_records cross join ${listed}
    where action in (${actions.map((action) => `'${action}'`).join(', ')})`;
};

/** Ends the memberships that lasted until their policy set was deleted. The record of the deletion lists no policies. */
const insertDeleted = `insert into audit_memberships (member_id, container_id, is_added, record_id)
    select distinct started.member_id, started.container_id, 0, audit_records.id
    from audit_records join audit_memberships as started on started.container_id = audit_records.resource_id
    where action = 'policy-set.delete' and started.is_added = 1 and not exists (
      select 1 from audit_memberships as ended where ended.member_id = started.member_id
        and ended.container_id = started.container_id and ended.is_added = 0 and ended.record_id > started.record_id
    )`;

/**
 * Adds a table with the membership changes of policies in policy sets. The history of a policy uses it to include audit
 * records of its sets.
 */
export const auditMemberships: SchemaChange = {
  name: 'audit-memberships',
  version: 2,
  phase: 'expand',
  statements: ({ engine, text }) => [
    `create table audit_memberships (
      member_id ${text} not null,
      container_id ${text} not null,
      is_added integer not null,
      record_id bigint not null references audit_records (id) on delete cascade,
      primary key (member_id, record_id, container_id)
    )`,
    'create index audit_memberships_record on audit_memberships (record_id)',
    ...recorded(engine).map((each) => insertRecorded(engine, each)),
    insertDeleted,
  ],
};
