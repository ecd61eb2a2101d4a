// Workspaces that a caller's posture is about: all workspaces of an organization, or those to which a team of the caller
// has access.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Engine } from '../../../db/engine.ts';
import { isAnyOf } from '../../../db/expressions.ts';
import type { Query } from '../../../db/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { workspaceReaders } from '../../../kernel/permissions.ts';
import { accessiblePlaces, type OrganizationAccess, readableScope } from '../../organizations/index.ts';

export interface PostureScope {
  readonly organization: string;
  /** JSON array of the identifiers of teams; undefined for all workspaces of the organization. */
  readonly teams: string | undefined;
}

export interface ScopeArguments extends PostureScope {
  readonly teams: string;
}

type ScopeCondition = (
  engine: Engine,
  workspace: Expression<string | null>,
  scope: ScopeArguments,
) => Expression<SqlBool>;

/** Returns the workspaces that a caller's posture is about; undefined if the caller may read none. */
export const findScope = (
  context: Context,
  actor: Actor,
  access: OrganizationAccess,
): Promise<PostureScope | undefined> => readableScope(context, actor, access, workspaceReaders);

/** Condition that a team of the scope has access to a workspace. `workspace` is the identifier of the workspace. */
export const isInScope: ScopeCondition = (engine, workspace, scope) =>
  isAnyOf(engine, sql<string>`${workspace}`, accessiblePlaces(engine, scope).workspaces);

/** A query for each kind of scope. */
interface ScopedQuery<Arguments, Row> {
  readonly all: Query<Arguments & ScopeArguments, Row>;
  readonly ofTeams: Query<Arguments & ScopeArguments, Row>;
}

/** Creates the queries for both kinds of scope. `create` gets the condition that a workspace is in the scope. */
export const byScope = <Arguments, Row>(
  create: (isInScope: ScopeCondition) => Query<Arguments & ScopeArguments, Row>,
): ScopedQuery<Arguments, Row> => ({ all: create(() => sql<SqlBool>`1 = 1`), ofTeams: create(isInScope) });
