import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { containsPattern } from '../../../db/expressions.ts';
import { readPageOf } from '../../../db/page.ts';
import { attributeProblem, invalid, notFound, type Problem } from '../../../jsonapi/errors.ts';
import { canMatch, type ListQuery, listedIn } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../lib/actor.ts';
import { emptyPage, type Page } from '../../../lib/page.ts';
import { folded } from '../../../lib/text.ts';
import { findOrInvite, invitePerson, type UserRow, type WithPasswordLink } from '../../accounts/index.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { enqueueMail, invitation, isMailOn, welcome } from '../../instance/index.ts';
import { type OrganizationAccess, readAcrossOrganizations } from '../organizations/access.ts';
import { lockOrganization } from '../organizations/organizations.ts';
import { userLimitProblems } from '../subscriptions/limits.ts';
import { canGrant } from '../teams/access.ts';
import { requireRemainingOwner } from '../teams/members.ts';
import { findPrivileges } from '../teams/teams.ts';
import { type TeamView, teamViewOf } from '../teams/visibility.ts';
import { addMember } from './add-member.ts';
import {
  deleteMembership,
  type MembershipRow,
  membershipList,
  membershipOfUser,
  membershipsByIds,
  organizationsOfMemberships,
  type StatusFilter,
} from './store.ts';

export type { MembershipRow } from './store.ts';

/** Whom to invite, and into which of the organization's teams. */
export interface Invitation {
  readonly email: string;
  readonly teamIds: readonly string[];
}

/** A membership that was just made. */
export type Invited = MembershipRow & WithPasswordLink;

const statusIn = (word: string | undefined): StatusFilter => (word === 'active' || word === 'invited' ? word : 'any');

/** A page of an organization's memberships; `q`, `filter[email]` and `filter[status]` narrow it. */
export const listMemberships = async (
  { database }: Context,
  actor: Actor,
  { organization, rights }: OrganizationAccess,
  { page, value }: ListQuery,
): Promise<Page<MembershipRow>> => {
  const word = value('q');
  const emails = listedIn(value('filter[email]'))?.map(folded);
  if (!canMatch(word)) return emptyPage(page);
  const status = statusIn(value('filter[status]'));
  const list = membershipList(word !== undefined, emails !== undefined, status);
  return readPageOf(database, list, {
    values: {
      organization: organization.id,
      pattern: containsPattern(folded(word ?? '')),
      emails: JSON.stringify(emails ?? []),
      ...teamViewOf(rights, actor),
    },
    request: page,
    isScan: word !== undefined || status !== 'any',
  });
};

/** The memberships behind identifiers, of organizations that the actor is of, with the teams that the actor sees. */
export const findMembershipsByIds = async (
  context: Context,
  ids: readonly string[],
  actor: Actor,
): Promise<readonly MembershipRow[]> => {
  const { database } = context;
  const wanted = JSON.stringify(ids);
  const places = await database.rows(organizationsOfMemberships, { ids: wanted });
  return readAcrossOrganizations(
    context,
    actor,
    places.map(({ organization_id }) => organization_id),
    (organization, rights) =>
      database.rows(membershipsByIds, { organization, ids: wanted, ...teamViewOf(rights, actor) }),
  );
};

const getMembership = async (reader: Reader, organization: string, id: string, view: TeamView) => {
  const membership = await reader.first(membershipsByIds, { organization, ids: JSON.stringify([id]), ...view });
  if (membership === undefined) throw notFound();
  return membership;
};

const teamProblems = async (
  tx: Transaction,
  { organization, rights }: OrganizationAccess,
  teamIds: readonly string[],
): Promise<readonly Problem[]> => {
  const privileges = await findPrivileges(tx, organization.id, teamIds);
  return teamIds.flatMap((id, index) => {
    const pointer = `/data/relationships/teams/data/${index}/id`;
    const team = privileges.get(id);
    if (team === undefined) return [{ pointer, detail: 'Team does not exist in this organization' }];
    return canGrant(rights, team) ? [] : [{ pointer, detail: 'Team holds permissions that you do not hold' }];
  });
};

const isMember = async (tx: Transaction, organization: string, user: string): Promise<boolean> =>
  (await tx.first(membershipOfUser, { organization, user })) !== undefined;

const alreadyMember = attributeProblem('email', 'Email belongs to a member of this organization already');

interface Guest {
  readonly actor: Actor;
  readonly user: UserRow;
  /** Whether the account was made by this very invitation. */
  readonly isNew: boolean;
  readonly organization: string;
}

/** Tells who was invited, by mail; while mail is off it answers the link that sets the password of a new account. */
const notifyInvitee = async (
  tx: Transaction,
  context: Context,
  { actor, user, isNew, organization }: Guest,
): Promise<string | undefined> => {
  const { username, email, activated_at, is_service_account } = user;
  const notify = (url: string) => invitation({ username, organization }, url);
  // Only who makes an account may see the link that sets its first password: anybody else's would be taken over.
  if (isNew) return invitePerson(tx, context, { actor, person: user }, notify);
  const isStillInvited = activated_at === null && is_service_account === 0;
  if (isStillInvited && isMailOn(context)) return invitePerson(tx, context, { actor, person: user }, notify);
  await enqueueMail(tx, context, email, welcome(actor, organization));
  return undefined;
};

/**
 * Invites a person by e-mail address; an unknown address gets an account, and a link to set its password. 422 for who
 * is a member already, for teams that are not the organization's or hold permissions that the actor lacks, and where
 * the plan has no room for another user.
 */
export const invite = (
  context: Context,
  actor: Actor,
  access: OrganizationAccess,
  { email, teamIds }: Invitation,
): Promise<Invited> =>
  auditedTransaction(context, actor, async (tx) => {
    const { id: organization } = await lockOrganization(tx, access.organization.id);
    const { user, audit } = await findOrInvite(tx, context, email);
    const isRepeated = await isMember(tx, organization, user.id);
    const limits = isRepeated ? [alreadyMember] : await userLimitProblems(context, tx, organization, user);
    const problems = [...limits, ...(await teamProblems(tx, access, teamIds))];
    if (problems.length > 0) throw invalid(...problems);
    const { id, entry } = await addMember(tx, context, { organizationId: organization, user, teamIds });
    const membership = await getMembership(tx, organization, id, teamViewOf(access.rights, actor));
    const isNew = audit.length > 0;
    const passwordUrl = await notifyInvitee(tx, context, {
      actor,
      user,
      isNew,
      organization: access.organization.name,
    });
    return { result: { ...membership, passwordUrl }, audit: [...audit, entry] };
  });

/** Ends a membership, and with it that of every team. 422 for the last owner. */
export const endMembership = (context: Context, actor: Actor, membership: MembershipRow): Promise<void> =>
  auditedTransaction(context, actor, async (tx) => {
    const { id, organization_id: organizationId, user_id, email } = membership;
    await lockOrganization(tx, organizationId);
    await requireRemainingOwner(tx, organizationId, [id]);
    if ((await deleteMembership(tx, id)) === 0) throw notFound();
    const entry = { action: 'membership.delete', type: 'organization-memberships', id, organizationId };
    return { result: undefined, audit: [{ ...entry, before: { user: user_id, email } }] };
  });
