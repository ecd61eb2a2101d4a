// The tokens of teams that have descriptions of their own, beside the single token of each team.
import type { Context } from '../../../context.ts';
import { attributeProblem, invalid, requireNone, tooManyProblems } from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Page } from '../../../kernel/page.ts';
import { isBlank } from '../../../lib/text/text.ts';
import {
  issueToken,
  namedTokensOfTeam,
  type ShownToken,
  type TokenInput,
  tokensOfTeams,
  validTokenInput,
} from '../../accounts/index.ts';
import { auditedTransaction } from '../../audit/index.ts';
import type { OrganizationAccess } from '../organizations/rights.ts';
import { lockTeam } from '../teams/teams.ts';
import type { GroupTokenOwner } from './tokens.ts';

type Team = Extract<GroupTokenOwner, { readonly kind: 'team' }>;

/** The named tokens of one team at a time. */
const maxTokens = 100;

/** Creates one more token of a team. 422 when another one has its description, or when there are too many. */
export function createTeamToken(context: Context, actor: Actor, owner: Team, input: TokenInput): Promise<ShownToken> {
  const { description = null } = input;
  // Released clients send an empty one for a token beside the single one; it is a description like others.
  if (description === null || (description !== '' && isBlank(description))) {
    throw invalid(attributeProblem('description', 'required', "Description can't be blank"));
  }
  const valid = { ...validTokenInput(context, input), is_named: 1 };
  return auditedTransaction(context, actor, async (tx) => {
    await lockTeam(tx, { id: owner.id, organization_id: owner.organizationId });
    const named = await tx.first(namedTokensOfTeam, { team: owner.id, description });
    requireNone([
      ...((named?.namesakes ?? 0) > 0
        ? [attributeProblem('description', 'taken', 'Description has already been taken')]
        : []),
      ...tooManyProblems(named, maxTokens, `A team can have ${maxTokens} named tokens. Delete one first`),
    ]);
    const { row, text, audit } = await issueToken(tx, context, { actor, owner }, valid);
    return { result: { ...row, text }, audit: [audit] };
  });
}

/** The tokens of the teams of an organization that the actor can grant; `q` is a part of the name of a team. */
export async function listTokensOfTeams(
  { database }: Context,
  { organization, rights }: OrganizationAccess,
  query: ListQuery,
): Promise<Page<ShownToken>> {
  const { isOwner, permissions } = rights;
  const values = { organization: organization.id, isOwner: isOwner ? 1 : 0, lacking: ~permissions };
  // In the order of their teams an index finds them, if all teams count.
  const isScan = !isOwner || !(query.sort ?? 'team-name').endsWith('team-name');
  return tokensOfTeams.read(database, query, values, { isScan });
}
