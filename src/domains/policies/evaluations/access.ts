import type { Context } from '../../../context.ts';
import { forbidden } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { evaluationReaders } from '../../../kernel/permissions.ts';
import {
  byId,
  type GuardCondition,
  guard,
  isDelegate,
  may,
  type OrganizationAccess,
  teamsOf,
  withAbility,
} from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import { isSameOwner, isSameParty } from '../parties.ts';
import type { EvaluationReader } from './readable.ts';
import { type EvaluationRow, evaluationById, outcomeById } from './store.ts';

const { 'policy-evaluations': rights } = policyRights;

/** Columns that determine who may read an evaluation and its outcomes. */
export type ReaderColumns = Pick<
  EvaluationRow,
  | 'organization_id'
  | 'created_by'
  | 'author_id'
  | 'author_team_id'
  | 'lets_authors_read'
  | 'named_workspace_id'
  | 'workspace_id'
  | 'project_id'
>;

/** Functions that check the conditions of the right to read an evaluation. */
export const readerConditions = {
  creator: (_context, { identity }, { row }) => isSameOwner(JSON.parse(row.created_by), identity),
  'named-in-run': async ({ database }, actor, { row }) => {
    const { author_id, author_team_id, lets_authors_read, organization_id } = row;
    if (lets_authors_read === 0) return false;
    if (actor.identity.kind === 'user' && actor.identity.id === author_id) return true;
    return author_team_id !== null && (await teamsOf(database, actor, organization_id)).includes(author_team_id);
  },
  // After the workspace was deleted, access to its project no longer includes the evaluation.
  'place-reader': withAbility('read', ({ organization_id, named_workspace_id, workspace_id, project_id }) =>
    named_workspace_id === null ? { organization_id, project_id } : { organization_id, workspace_id },
  ),
} as const satisfies Readonly<Record<string, GuardCondition<ReaderColumns>>>;

/** Functions that check the conditions named in the access rules for evaluations. */
export const conditions = {
  ...readerConditions,
  delegate: ({ database }, actor, { row }) => isDelegate(database, actor, row),
  'other-party': async ({ database }, actor, { row }) => {
    if (!(await isSameParty(database, JSON.parse(row.created_by), actor))) return true;
    throw forbidden(
      'The creator of the evaluation cannot post outcomes for this evaluation, not even with another token. Another user who manages policies must post the outcomes.',
    );
  },
} as const satisfies Readonly<Record<string, GuardCondition<EvaluationRow>>>;

export const evaluationFor = guard(rights, byId(evaluationById, 'policy_evaluation_id'), conditions);
export const outcomeFor = guard({ read: rights.read }, byId(outcomeById, 'policy_set_outcome_id'), readerConditions);

/**
 * Returns the caller if the caller may list only some evaluations of the organization; undefined if the caller may list
 * all of them.
 */
export async function listedReader(
  { database }: Context,
  actor: Actor,
  access: OrganizationAccess,
): Promise<EvaluationReader | undefined> {
  if (may(evaluationReaders)(access)) return undefined;
  const { id, lets_authors_read } = access.organization;
  const creator = 'id' in actor.identity ? actor.identity.id : '';
  const teams = JSON.stringify(await teamsOf(database, actor, id));
  const named = lets_authors_read === 1 ? { author: creator, authorTeams: teams } : { author: '', authorTeams: '[]' };
  return { creator, teams, ...named };
}
