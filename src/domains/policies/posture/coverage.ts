// Determines coverage, that is, the workspaces to which at least one blocking policy applies. The SQL query applies the
// rules of `reasonsFor` to all sets and workspaces; a test compares the query with that function.
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';
import { isMandatoryLevel } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import { byScope, type ScopeArguments } from './scope.ts';

/** Condition that a policy can block a run: it is mandatory and not in shadow mode. */
const enforces = (policy: string): RawBuilder<unknown> =>
  sql`${isMandatoryLevel(`${policy}.enforcement_level`)} and ${sql.ref(`${policy}.introduction`)} <> 'shadow'`;

/** Selects the organization's sets with at least one policy that can block a run. */
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

/**
 * Selects the tag selectors of the sets in the table `enforcing`, each with its position in the set's list of
 * selectors.
 */
const selectors = (engine: Engine): RawBuilder<unknown> =>
  engine === 'sqlite'
    ? sql`select enforcing.id as set_id, enforcing.matching, member.key as position, member.value ->> 'tag-key' as tag_key,
        member.value ->> 'tag-value' as tag_value, coalesce(member.value ->> 'is-exclude', 0) as is_exclude
      from enforcing cross join json_each(enforcing.tag_selectors) as member`
    : sql`select enforcing.id as set_id, enforcing.matching, member.position, member.value ->> 'tag-key' as tag_key,
        member.value ->> 'tag-value' as tag_value, case when member.value ->> 'is-exclude' = 'true' then 1 else 0 end as is_exclude
      from enforcing cross join jsonb_array_elements(enforcing.tag_selectors::jsonb) with ordinality as member(value, position)`;

/**
 * Selects the effective tags of the workspaces in a table: the tags of each workspace, and the tags of its project
 * whose keys the workspace does not have.
 */
const tagsIn = (workspaces: string): RawBuilder<unknown> => sql`
  select place.id as workspace_id, own.key as tag_key, own.value as tag_value
  from ${sql.table(workspaces)} as place join tag_bindings as own on own.workspace_id = place.id
  union all
  select place.id, inherited.key, inherited.value
  from ${sql.table(workspaces)} as place join tag_bindings as inherited on inherited.project_id = place.project_id
  left join tag_bindings as own on own.workspace_id = place.id and own.key = inherited.key
  where own.id is null`;

/**
 * Joins tag selectors with the matching tags of the workspaces in a table. If `isExclude` is 1, only excluding
 * selectors are joined; otherwise, only including selectors.
 */
const metBy = (workspaces: string, isExclude: 0 | 1): RawBuilder<unknown> => sql`
  from (${tagsIn(workspaces)}) as tag
  join selector on selector.tag_key = tag.tag_key and selector.is_exclude = ${sql.lit(isExclude)}
    and (selector.tag_value is null or selector.tag_value = tag.tag_value)`;

/** Selects the workspaces that are targets or exclusions of sets, either directly or through their projects. */
const targeted = (workspaces: string, isExclusion: 0 | 1): RawBuilder<unknown> => sql`
  select place.id as workspace_id, enforcing.id as set_id
  from enforcing join policy_set_targets as target on target.policy_set_id = enforcing.id
  join ${sql.table(workspaces)} as place on place.id = target.workspace_id
  where target.is_exclusion = ${sql.lit(isExclusion)}
  union
  select place.id, enforcing.id
  from enforcing join policy_set_targets as target on target.policy_set_id = enforcing.id
  join ${sql.table(workspaces)} as place on place.project_id = target.project_id
  where target.is_exclusion = ${sql.lit(isExclusion)}`;

/**
 * Counts workspaces to which at least one blocking policy applies. Global sets are considered first,
 * because they usually apply to all workspaces. The selectors of other sets are matched only against the remaining
 * workspaces.
 */
export const coveredWorkspaces = byScope((isInScope) =>
  query<ScopeArguments>()((db, scope, engine) => ({
    compile: () =>
      sql<{ covered: number }>`
      with enforcing as materialized (${enforcingSets(scope.organization)}),
      workspace as materialized (
        select id, project_id from workspaces
        where organization_id = ${scope.organization} and ${isInScope(engine, sql.ref('workspaces.id'), scope)}
      ),
      selector as materialized (${selectors(engine)}),
      kept_away as materialized (
        select tag.workspace_id, selector.set_id ${metBy('workspace', 1)} union ${targeted('workspace', 1)}
      ),
      everywhere as (select count(*) as sets from enforcing where is_global = 1),
      kept_from_global as (
        select kept_away.workspace_id, count(*) as sets
        from kept_away join enforcing on enforcing.id = kept_away.set_id and enforcing.is_global = 1
        group by kept_away.workspace_id
      ),
      rest as materialized (
        select workspace.id, workspace.project_id from workspace cross join everywhere
        left join kept_from_global on kept_from_global.workspace_id = workspace.id
        where everywhere.sets <= coalesce(kept_from_global.sets, 0)
      ),
      wanted as (select set_id, count(*) as selectors from selector where is_exclude = 0 group by set_id),
      chosen as materialized (
        select tag.workspace_id, selector.set_id ${metBy('rest', 0)}
        join wanted on wanted.set_id = selector.set_id
        group by tag.workspace_id, selector.set_id, selector.matching, wanted.selectors
        having selector.matching = 'any' or count(*) = wanted.selectors
        union ${targeted('rest', 0)}
      ),
      named as (
        select distinct chosen.workspace_id from chosen
        left join kept_away on kept_away.workspace_id = chosen.workspace_id and kept_away.set_id = chosen.set_id
        where kept_away.set_id is null
      )
      select (select count(*) from workspace) - (select count(*) from rest) + (select count(*) from named) as covered`.compile(
        db,
      ),
  })),
);
