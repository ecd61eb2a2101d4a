// Named team tokens. They have a description and exist in addition to the single token of the team.
import type { Context } from '../../../context.ts';
import { attributeProblem, invalid, requireNone, tooManyProblems } from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Page } from '../../../kernel/page.ts';
import { isBlank } from '../../../lib/text/text.ts';
import {
  issueToken,
  namedTokensOfTeam,
  newTeamTokenList,
  type ShownToken,
  type TokenInput,
  validTokenInput,
} from '../../accounts/index.ts';
import { auditedTransaction } from '../../audit/index.ts';
import type { OrganizationAccess } from '../organizations/rights.ts';
import { grantPermissions } from '../teams/store.ts';
import { lockTeam } from '../teams/teams.ts';
import type { GroupTokenOwner } from './tokens.ts';

type Team = Extract<GroupTokenOwner, { readonly kind: 'team' }>;

export const teamTokenList = newTeamTokenList(grantPermissions);

/** Maximum number of named tokens that a team can have. */
const maxTokens = 100;

/**
 * Creates a named token. Throws 422 if another token of the team has the same description, or if the team has too many
 * tokens.
 */
export function createTeamToken(context: Context, actor: Actor, owner: Team, input: TokenInput): Promise<ShownToken> {
  const { description = null } = input;
  // An empty description is accepted, because released clients send it for an additional token. Like any other
  // description, it must be unique in the team.
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
      ...tooManyProblems(
        named,
        maxTokens,
        `A team can have at most ${maxTokens} tokens with a description. Delete a token first`,
      ),
    ]);
    const { row, text, audit } = await issueToken(tx, context, { actor, owner }, valid);
    return { result: { ...row, text }, audit: [audit] };
  });
}

/**
 * Returns a page of the tokens that belong to an organization's teams. Teams whose rights the actor may not grant
 * are left out. The query parameter `q` searches for text in the team name.
 */
export async function listTokensOfTeams(
  { database }: Context,
  { organization, rights }: OrganizationAccess,
  query: ListQuery,
): Promise<Page<ShownToken>> {
  const { isOwner, permissions } = rights;
  const values = { organization: organization.id, isOwner: isOwner ? 1 : 0, lacking: ~permissions };
  // The database can only use an index if the list is sorted by team name and includes all teams.
  const isScan = !isOwner || !(query.sort ?? 'team-name').endsWith('team-name');
  return teamTokenList.read(database, query, values, { isScan });
}
