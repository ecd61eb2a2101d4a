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
} from '../../organizations/index.ts';
import { policyRights } from '../access.ts';
import { isSameOwner, isSameParty } from './parties.ts';
import { type EvaluationRow, evaluationById, outcomeById } from './store.ts';

const { 'policy-evaluations': rights } = policyRights;

const creator: GuardCondition<{ readonly created_by: string }> = (_context, { identity }, { row }) =>
  isSameOwner(JSON.parse(row.created_by), identity);

/** Functions that check the conditions named in the access rules for evaluations. */
export const conditions = {
  creator,
  delegate: ({ database }, actor, { row }) => isDelegate(database, actor, row),
  'other-party': async ({ database }, actor, { row }) => {
    if (!(await isSameParty(database, JSON.parse(row.created_by), actor))) return true;
    throw forbidden(
      'The creator of the evaluation cannot post outcomes for this evaluation, not even with another token. Another user who manages policies must post the outcomes.',
    );
  },
} as const satisfies Readonly<Record<string, GuardCondition<EvaluationRow>>>;

export const evaluationFor = guard(rights, byId(evaluationById, 'policy_evaluation_id'), conditions);
export const outcomeFor = guard({ read: rights.read }, byId(outcomeById, 'policy_set_outcome_id'), { creator });

/**
 * Returns the caller's identifier if the caller may list only the evaluations that the caller created; undefined if the
 * caller may list all evaluations of the organization.
 */
export function listedCreator({ identity }: Actor, access: OrganizationAccess): string | undefined {
  if (may(evaluationReaders)(access)) return undefined;
  return 'id' in identity ? identity.id : '';
}
