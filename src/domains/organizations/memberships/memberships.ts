import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { readLinked, wholeLinkage } from '../../../db/linkage.ts';
import { attributeProblem, existing, notFound, type Problem, problemAt, requireNone } from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import { type Actor, actorName } from '../../../kernel/actor.ts';
import { emptyPage, type Page } from '../../../kernel/page.ts';
import { folded } from '../../../lib/text/text.ts';
import { findOrInvite, invitation, invitePerson, type UserRow, type WithPasswordLink } from '../../accounts/index.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { enqueueMail, isMailOn } from '../../instance/index.ts';
import { welcome } from '../mails.ts';
import { lockOrganization } from '../organizations/organizations.ts';
import { type OrganizationAccess, type Rights, readAcrossOrganizations, visitorOf } from '../organizations/rights.ts';
import { userLimitProblems } from '../subscriptions/limits.ts';
import { canGrant } from '../teams/granting.ts';
import { requireRemainingOwner } from '../teams/members.ts';
import { findPrivileges, type ShownTeam } from '../teams/teams.ts';
import { memberView, type TeamView, teamViewOf } from '../teams/visibility.ts';
import { addMember } from './add-member.ts';
import { requireFewInvitations } from './invitation-limit.ts';
import {
  deleteMembership,
  type MembershipRow,
  membershipLinkage,
  membershipList,
  membershipOfUser,
  membershipsByIds,
  membershipsOfUser,
  organizationsOfMemberships,
} from './store.ts';

export type { MembershipRow } from './store.ts';

/** E-mail address of a person to invite, and identifiers of the organization's teams that the person joins. */
export interface Invitation {
  readonly email: string;
  readonly teamIds: readonly string[];
}

/**
 * A new membership. It includes the link with which the invited person sets the first password, if the response may
 * contain this link.
 */
export type Invited = MembershipRow & WithPasswordLink;

/** Returns a page of an organization's memberships. */
export const listMemberships = (
  { database }: Context,
  actor: Actor,
  { organization, rights }: OrganizationAccess,
  query: ListQuery,
): Promise<Page<MembershipRow>> =>
  membershipList.read(database, query, { organization: organization.id, ...teamViewOf(rights, actor) });

/** Returns a page of a team's memberships. */
export const listMembershipsOfTeam = (
  { database }: Context,
  actor: Actor,
  { id: team, organization_id: organization, rights }: ShownTeam,
  query: ListQuery,
): Promise<Page<MembershipRow>> =>
  membershipList.read(database, query, { organization, team, ...teamViewOf(rights, actor) });

/** Returns a page of the actor's own memberships. Returns an empty page if the actor is not a person. */
export async function listOwnMemberships(
  { database }: Context,
  actor: Actor,
  query: ListQuery,
): Promise<Page<MembershipRow>> {
  const { identity } = actor;
  if (identity.kind !== 'user') return emptyPage(query.page);
  const values = { ...visitorOf(actor, identity), ...memberView(identity) };
  return membershipsOfUser.read(database, query, values);
}

/**
 * Returns the memberships with these identifiers, if they belong to an organization of the actor. Each includes the
 * teams that are visible to the actor.
 */
export async function findMembershipsByIds(
  context: Context,
  membershipIds: readonly string[],
  actor: Actor,
): Promise<readonly (MembershipRow & { readonly rights: Rights })[]> {
  const { database } = context;
  const ids = JSON.stringify(membershipIds);
  const organizations = await database.rows(organizationsOfMemberships, { ids });
  return readAcrossOrganizations(context, actor, organizations, (organization, rights) =>
    readLinked(membershipLinkage, (linked) =>
      database.rows(membershipsByIds, { organization, ids, linked, ...teamViewOf(rights, actor) }),
    ),
  );
}

/**
 * Invites a person by e-mail address. If no account has the address, creates an account and a link to set its password.
 * If an account has the address but has not confirmed it, the membership starts when the address is confirmed.
 *
 * Throws 422 if the person already is a member, if a team belongs to another organization or has permissions that the
 * actor lacks, if the plan's user limit is reached, or if the address was invited too often.
 */
export function invite(
  context: Context,
  actor: Actor,
  { organization, rights }: OrganizationAccess,
  { email, teamIds }: Invitation,
): Promise<Invited> {
  return auditedTransaction(context, actor, async (tx) => {
    const { id: organizationId, name } = await lockOrganization(tx, organization.id);
    const { user, created } = await findOrInvite(tx, context, email, inviterIn(actor, name));
    const problems = [
      ...(await memberProblems(tx, context, organizationId, user)),
      ...(await teamProblems(tx, { organizationId, rights }, teamIds)),
    ];
    requireNone(problems);
    const isNew = created !== undefined;
    // Nobody can access a new account except through this invitation, so its membership starts immediately.
    const awaitedAddress = isNew || user.email_proof !== null ? null : folded(user.email);
    const { id, entry } = await addMember(tx, context, { organizationId, user, teamIds, awaitedAddress });
    const membership = await getMembership(tx, organizationId, id, teamViewOf(rights, actor));
    await requireFewInvitations(tx, context, { actor, organization: organizationId, email });
    const passwordUrl = await notifyInvitee(tx, context, { actor, user, isNew, organization: name });
    return { result: { ...membership, passwordUrl }, audit: [...(created ? [created] : []), entry] };
  });
}

/** Removes a member from the organization and from its teams. Throws 422 for the last active owner. */
export function endMembership(context: Context, actor: Actor, membership: MembershipRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const { id, organization_id: organizationId, user_id: user, email } = membership;
    await lockOrganization(tx, organizationId);
    await requireRemainingOwner(tx, organizationId, [id]);
    if ((await deleteMembership(tx, id)) === 0) throw notFound();
    const entry = { action: 'membership.delete', type: 'organization-memberships', id, organizationId };
    return { result: undefined, audit: [{ ...entry, before: { user, email } }] };
  });
}

async function memberProblems(
  tx: Transaction,
  context: Context,
  organization: string,
  user: UserRow,
): Promise<readonly Problem[]> {
  const isMember = (await tx.first(membershipOfUser, { organization, user: user.id })) !== undefined;
  return isMember
    ? [attributeProblem('email', 'exists', 'Email already belongs to a member of this organization')]
    : userLimitProblems(context, tx, organization, user);
}

async function teamProblems(
  tx: Transaction,
  { organizationId, rights }: { readonly organizationId: string; readonly rights: Rights },
  teamIds: readonly string[],
): Promise<readonly Problem[]> {
  const privileges = await findPrivileges(tx, organizationId, teamIds);
  return teamIds.flatMap((id, index) => {
    const pointer = `/data/relationships/teams/data/${index}/id`;
    const team = privileges.get(id);
    if (team === undefined) return [problemAt(pointer, 'no-such-record', 'Team does not exist in this organization')];
    const detail = 'Team has permissions that you do not have, or access that you cannot give';
    return canGrant(rights, team) ? [] : [problemAt(pointer, 'forbidden', detail)];
  });
}

async function getMembership(tx: Transaction, organization: string, id: string, view: TeamView) {
  const ids = JSON.stringify([id]);
  return existing(await tx.first(membershipsByIds, { organization, ids, linked: wholeLinkage, ...view }));
}

interface Invitee {
  readonly actor: Actor;
  readonly user: UserRow;
  /** Whether this invitation has created the account. */
  readonly isNew: boolean;
  readonly organization: string;
}

/** Describes the inviter in text that site administrators see. */
const inviterIn = (actor: Actor, organization: string): string =>
  actor.identity.kind === 'user' ? `${actorName(actor)} for ${organization}` : `a token of ${organization}`;

/**
 * Sends the invitation by mail. If mail is turned off, returns the link with which the owner of a new account sets the
 * first password.
 */
async function notifyInvitee(
  tx: Transaction,
  context: Context,
  { actor, user, isNew, organization }: Invitee,
): Promise<string | undefined> {
  const { username, email, email_proof, activated_at, is_service_account } = user;
  const isClaimed = email_proof === null && activated_at !== null;
  const message = (url: string) => invitation({ username, organization, isClaimed }, url);
  // The link is only shown to the actor whose invitation creates the account. With a link to an existing account, the
  // actor could take over the account.
  if (isNew) return invitePerson(tx, context, { actor, person: user }, message);
  const needsLink = isClaimed || (activated_at === null && is_service_account === 0);
  if (needsLink && isMailOn(context)) return invitePerson(tx, context, { actor, person: user }, message);
  await enqueueMail(tx, context, email, welcome(actor, organization));
  return undefined;
}
