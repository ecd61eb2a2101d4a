// Coverage: the workspaces to which at least one policy applies that can stop a run. It says in SQL, of all sets and workspaces at once,
// what `reasonsFor` says of one set in one place; a test compares them.
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';
import { query } from '../../../db/query.ts';

/** Condition of policies that can stop a run. */
const enforces = (policy: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${policy}.enforcement_level`)} <> 'advisory' and ${sql.ref(`${policy}.is_shadow`)} = 0`;

/** The sets of an organization with a policy that can stop a run. */
const enforcingSets = (organization: string): RawBuilder<unknown> => sql`
  select id, is_global, tag_selectors, coalesce(tag_selector_matching_logic, 'any') as matching from policy_sets
  where organization_id = ${organization} and is_shadow = 0 and case
    when current_version_id is null then exists (
      select 1 from policy_set_policies join policies on policies.id = policy_set_policies.policy_id
      where policy_set_policies.policy_set_id = policy_sets.id and ${enforces('policies')})
    else exists (
      select 1 from policy_set_versions
      join policy_archive_policies on policy_archive_policies.archive_id = policy_set_versions.archive_id
      where policy_set_versions.id = policy_sets.current_version_id and ${enforces('policy_archive_policies')})
  end`;

/** The selectors of these sets, each with its position. */
const selectors = (engine: Engine): RawBuilder<unknown> =>
  engine === 'sqlite'
    ? sql`select enforcing.id as set_id, enforcing.matching, member.key as position, member.value ->> 'tag-key' as tag_key,
        member.value ->> 'tag-value' as tag_value, coalesce(member.value ->> 'is-exclude', 0) as is_exclude
      from enforcing cross join json_each(enforcing.tag_selectors) as member`
    : sql`select enforcing.id as set_id, enforcing.matching, member.position, member.value ->> 'tag-key' as tag_key,
        member.value ->> 'tag-value' as tag_value, case when member.value ->> 'is-exclude' = 'true' then 1 else 0 end as is_exclude
      from enforcing cross join jsonb_array_elements(enforcing.tag_selectors::jsonb) with ordinality as member(value, position)`;

/** The tags in effect in each workspace: its own, and those of its project whose keys it does not have. */
const tagsInEffect = sql`
  select workspace.id as workspace_id, own.key as tag_key, own.value as tag_value
  from workspace join tag_bindings as own on own.workspace_id = workspace.id
  union all
  select workspace.id, inherited.key, inherited.value
  from workspace join tag_bindings as inherited on inherited.project_id = workspace.project_id
  left join tag_bindings as own on own.workspace_id = workspace.id and own.key = inherited.key
  where own.id is null`;

/** The workspaces that sets name, or exclude: on their own or by their projects. */
const targeted = (isExclusion: 0 | 1): RawBuilder<unknown> => sql`
  select target.workspace_id, enforcing.id as set_id
  from enforcing join policy_set_targets as target on target.policy_set_id = enforcing.id
  where target.is_exclusion = ${sql.lit(isExclusion)} and target.workspace_id is not null
  union
  select workspace.id, enforcing.id
  from enforcing join policy_set_targets as target on target.policy_set_id = enforcing.id
  join workspace on workspace.project_id = target.project_id
  where target.is_exclusion = ${sql.lit(isExclusion)}`;

/** Number of the workspaces of an organization to which a policy applies that can stop a run. */
export const coveredWorkspaces = query<{ organization: string }>()((db, { organization }, engine) => ({
  compile: () =>
    sql<{ covered: number }>`
      with enforcing as materialized (${enforcingSets(organization)}),
      workspace as materialized (select id, project_id from workspaces where organization_id = ${organization}),
      selector as materialized (${selectors(engine)}),
      met as materialized (
        select tag.workspace_id, selector.set_id, selector.matching, selector.position, selector.is_exclude
        from (${tagsInEffect}) as tag join selector on selector.tag_key = tag.tag_key
        where selector.tag_value is null or selector.tag_value = tag.tag_value
      ),
      kept_away as materialized (
        select workspace_id, set_id from met where is_exclude = 1 union ${targeted(1)}
      ),
      wanted as (select set_id, count(*) as selectors from selector where is_exclude = 0 group by set_id),
      chosen as materialized (
        select met.workspace_id, met.set_id from met join wanted on wanted.set_id = met.set_id
        where met.is_exclude = 0
        group by met.workspace_id, met.set_id, met.matching, wanted.selectors
        having met.matching = 'any' or count(*) = wanted.selectors
        union ${targeted(0)}
      ),
      named as (
        select distinct chosen.workspace_id from chosen
        left join kept_away on kept_away.workspace_id = chosen.workspace_id and kept_away.set_id = chosen.set_id
        where kept_away.set_id is null
      ),
      kept_from_global as (
        select kept_away.workspace_id, count(*) as sets
        from kept_away join enforcing on enforcing.id = kept_away.set_id and enforcing.is_global = 1
        group by kept_away.workspace_id
      ),
      everywhere as (select count(*) as sets from enforcing where is_global = 1)
      select count(*) as covered from workspace
      cross join everywhere
      left join kept_from_global on kept_from_global.workspace_id = workspace.id
      left join named on named.workspace_id = workspace.id
      where named.workspace_id is not null or everywhere.sets > coalesce(kept_from_global.sets, 0)`.compile(db),
}));
