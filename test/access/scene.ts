// Scene of the access matrix: all callers, and an organization with a record of every type, to which the requests
// refer.
import type { Transaction } from '../../src/db/database.ts';
import { insertAddressLink } from '../../src/domains/accounts/addresses/store.ts';
import { createPasswordLink, invitationLifetime } from '../../src/domains/accounts/passwords/links.ts';
import { updateUser } from '../../src/domains/accounts/users/store.ts';
import { auditedTransaction } from '../../src/domains/audit/audit.ts';
import { consoleBuild } from '../../src/domains/console/build.ts';
import type { LinkPurpose } from '../../src/domains/modules/registry/links.ts';
import { timestamp } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { tokenHash } from '../../src/lib/secrets/tokens.ts';
import { randomText } from '../../src/lib/text/random-text.ts';
import { openCopier, signedAgain } from '../support/copies.ts';
import { insertModule } from '../support/module-records.ts';
import { insertSetVersions } from '../support/policy-version-records.ts';
import { insertIdentityOf } from '../support/saml/sso.ts';
import { system } from '../support/world.ts';
import { insertApproval } from './approval-records.ts';
import { type Caller, placed } from './callers.ts';
import { insertExemption, insertExemptionRequest } from './exemption-records.ts';
import { insertSomebody, issued, opened, type Role, type Somebody } from './people.ts';
import {
  insertEvaluations,
  insertOrganization,
  insertParameter,
  insertParameterOverride,
  insertPolicies,
  insertPolicySet,
  insertProvider,
  insertRemoval,
  insertRunTask,
  insertWorkspace,
} from './records.ts';
import type { SceneOptions, Stage } from './stage.ts';
import { insertAccessOfPlaces, insertDelegation, insertTeamAccess } from './team-records.ts';

type People = Readonly<Record<Role, Somebody>>;
type Headers = Readonly<Record<string, string>>;

export interface Scene {
  readonly stage: Stage;
  readonly people: People;
  readonly organization: { readonly id: string; readonly name: string };
  /** Membership id of each user. */
  readonly memberships: Readonly<Record<string, string>>;
  readonly teams: Readonly<Record<'owners' | 'managers' | 'open' | 'secret', string>>;
  /** Ids of the tokens of the organization and of the managers' team. */
  readonly groupTokens: Readonly<Record<'organization' | 'managers', string>>;
  /** Record ids by path parameter. User records are those of the bystander, who is a member without permissions. */
  readonly usual: Readonly<Record<string, string>>;
  /** Links for uploading and downloading a module archive. */
  readonly links: Readonly<Record<LinkPurpose, string>>;
  readonly credentials: Readonly<Record<Caller, Headers>>;
}

type Named = SceneOptions & { readonly name: string };

const insertPeople = async (tx: Transaction, stage: Stage, options: Named): Promise<People> => {
  const insert = (role: Role) => insertSomebody(tx, stage, role, options);
  return {
    bystander: await insert('bystander'),
    stranger: await insert('stranger'),
    member: await insert('member'),
    policyManager: await insert('policyManager'),
    owner: await insert('owner'),
    suspended: await insert('suspended'),
    admin: await insert('admin'),
    otherAdmin: await insert('otherAdmin'),
    placeReader: await insert('placeReader'),
    placePlanner: await insert('placePlanner'),
    placeMaintainer: await insert('placeMaintainer'),
    placeAdministrator: await insert('placeAdministrator'),
    elsewhereAdministrator: await insert('elsewhereAdministrator'),
  };
};

const insertPlaces = async (tx: Transaction, people: People, name: string) => {
  const { bystander, member, policyManager, owner, suspended, stranger } = people;
  const teams = { owners: newId('team'), managers: newId('team'), open: newId('team'), secret: newId('team') };
  const theirs = { id: newId('team'), name: 'owners', users: [stranger.id], isOwners: true };
  const ofPlaces = {
    placeReader: newId('team'),
    placePlanner: newId('team'),
    placeMaintainer: newId('team'),
    placeAdministrator: newId('team'),
    elsewhereAdministrator: newId('team'),
  };
  const placedPeople = placed.map((role) => people[role]);
  const inside = [bystander, member, policyManager, owner, suspended, ...placedPeople].map(({ id }) => id);
  await insertOrganization(tx, `other-${name}`, [stranger.id], [theirs]);
  await insertRemoval(tx, `former-${name}`, owner.id);
  const { id, memberships } = await insertOrganization(tx, `scene-${name}`, inside, [
    { id: teams.owners, name: 'owners', users: [owner.id, suspended.id], isOwners: true },
    { id: teams.managers, name: 'managers', users: [policyManager.id], permission: 'manage-policies' },
    { id: teams.open, name: 'open', users: [bystander.id], visibility: 'organization' },
    { id: teams.secret, name: 'secret', users: [bystander.id], visibility: 'secret' },
    ...placed.map((role) => ({ id: ofPlaces[role], name: `team-${role}`, users: [people[role].id] })),
  ]);
  return { organization: { id, name: `scene-${name}` }, memberships: Object.fromEntries(memberships), teams, ofPlaces };
};

const future = '2126-01-01T00:00:00.000Z';
const past = '2026-01-01T00:00:00.000Z';

/** Opens an administrator's session with an active or finished impersonation. */
const impersonating = async (
  tx: Transaction,
  stage: Stage,
  { admin }: People,
  { target, endsAt }: { readonly target: Somebody; readonly endsAt: string },
): Promise<Headers> => {
  const { sessionId, cookie } = await opened(tx, stage, admin);
  const impersonation = {
    impersonated_id: target.id,
    impersonation_reason: 'a ticket',
    impersonation_ends_at: endsAt,
  };
  await tx.run((db) => db.updateTable('sessions').set(impersonation).where('id', '=', sessionId));
  return { cookie };
};

const bearer = ({ authorization }: { readonly authorization: string }): Headers => ({ authorization });
const session = ({ cookie }: Somebody): Headers => ({ cookie });

const credentialsOf = async (
  tx: Transaction,
  stage: Stage,
  people: People,
  groups: Readonly<Record<'organization' | 'managers' | 'trail', { readonly authorization: string }>>,
): Promise<Scene['credentials']> => {
  const { stranger, member, policyManager, owner, suspended, admin, otherAdmin } = people;
  const { placeReader, placePlanner, placeMaintainer, placeAdministrator, elsewhereAdministrator } = people;
  const expired = await issued(tx, stage, { owner: { kind: 'user', id: owner.id }, expiresAt: past });
  return {
    anonymous: {},
    noToken: { authorization: 'Bearer swordfish' },
    unknownToken: { authorization: `Bearer ${'A'.repeat(14)}.tipstaff.${'b'.repeat(64)}` },
    expiredToken: bearer(expired),
    suspended: bearer(suspended),
    suspendedSession: session(suspended),
    overSession: await impersonating(tx, stage, people, { target: member, endsAt: past }),
    stranger: bearer(stranger),
    member: bearer(member),
    policyManager: bearer(policyManager),
    owner: bearer(owner),
    admin: bearer(admin),
    organizationToken: bearer(groups.organization),
    trailToken: bearer(groups.trail),
    teamToken: bearer(groups.managers),
    placeReader: bearer(placeReader),
    placePlanner: bearer(placePlanner),
    placeMaintainer: bearer(placeMaintainer),
    placeAdministrator: bearer(placeAdministrator),
    elsewhereAdministrator: bearer(elsewhereAdministrator),
    memberSession: session(member),
    adminSession: session(admin),
    actingAsMember: await impersonating(tx, stage, people, { target: member, endsAt: future }),
    actingAsOwner: await impersonating(tx, stage, people, { target: owner, endsAt: future }),
    actingAsAdmin: await impersonating(tx, stage, people, { target: otherAdmin, endsAt: future }),
  };
};

/** Writes a pending change of an account's e-mail address, and the link that confirms the change. */
const wantAddress = async (tx: Transaction, { id, username }: { id: string; username: string }, capability: string) => {
  const email = `new-${username}@example.com`;
  await updateUser(tx, id, { unconfirmed_email: email });
  const [created_at, expires_at] = [timestamp(Date.now()), timestamp(Date.now() + 3_600_000)];
  await insertAddressLink(tx, { hash: tokenHash(capability), user_id: id, email, created_at, expires_at });
};

/** Scene without its stage: plain data that can be copied. */
type SceneRecords = Omit<Scene, 'stage'>;

const insertScene = async (tx: Transaction, stage: Stage, options: Named): Promise<SceneRecords> => {
  const people = await insertPeople(tx, stage, options);
  const places = await insertPlaces(tx, people, options.name);
  const { organization, memberships, teams } = places;
  const ofTeam = (id: string) => ({ owner: { kind: 'team', id, organizationId: organization.id } }) as const;
  const groups = {
    organization: await issued(tx, stage, { owner: { kind: 'organization', id: organization.id } }),
    trail: await issued(tx, stage, { owner: { kind: 'audit-trails', id: organization.id } }),
    managers: await issued(tx, stage, ofTeam(teams.managers)),
  };
  await issued(tx, stage, ofTeam(teams.open));
  const { bystander } = people;
  const link = await createPasswordLink(tx, stage.world.context, bystander.id, { lifetime: invitationLifetime });
  const capability = link.slice(link.lastIndexOf('/') + 1);
  await wantAddress(tx, bystander, capability);
  for (const { id } of Object.values(people))
    await insertIdentityOf(tx, id, id === bystander.id ? { to_confirm_since: past } : {});
  const { links, ...module } = await insertModule(tx, stage.world.context, organization.id);
  const policy_set_id = await insertPolicySet(tx, organization.id);
  const policies = await insertPolicies(tx, organization.id);
  const place = { organization_id: organization.id, policy_set_id };
  const workspace = await insertWorkspace(tx, organization.id);
  await insertAccessOfPlaces(tx, { ...workspace, organization_id: organization.id }, places.ofPlaces);
  const delegation = { organization_id: organization.id, team_id: teams.open, workspace_id: workspace.workspace_id };
  const parameter_id = await insertParameter(tx, policy_set_id);
  const evaluated = { ...place, workspace_id: workspace.workspace_id, policy_id: policies.policy_id };
  const evaluations = await insertEvaluations(tx, evaluated);
  const usual = {
    namespace: organization.name,
    ...module,
    ...(await insertSetVersions(tx, stage.world.context, place)),
    ...workspace,
    ...evaluations,
    organization_name: organization.name,
    subscription_id: organization.id.replace('org-', 'sub-'),
    user_id: bystander.id,
    membership_id: memberships[bystander.id] ?? '',
    token_id: bystander.tokenId,
    session_id: bystander.sessionId,
    team_id: teams.open,
    ...policies,
    policy_override_delegation_id: await insertDelegation(tx, delegation),
    ...(await insertTeamAccess(tx, { ...delegation, project_id: workspace.project_id })),
    policy_exemption_id: await insertExemption(tx, organization.id, policies.policy_id),
    policy_exemption_request_id: await insertExemptionRequest(tx, {
      ...evaluated,
      evaluation_id: evaluations.policy_evaluation_id,
      requester_id: people.policyManager.id,
    }),
    policy_approval_id: await insertApproval(tx, { ...place, ...workspace, ...evaluations }),
    revision_number: '1',
    policy_set_id,
    parameter_id,
    override_id: await insertParameterOverride(tx, { parameter_id, workspace_id: workspace.workspace_id }),
    policy_run_task_id: await insertRunTask(tx, stage.world.context, organization.id),
    oidc_provider_id: options.hasProvider ? await insertProvider(tx, stage.world.context, organization.name) : 'none',
    provider_key: 'none',
    token: capability,
    asset_name: consoleBuild()?.script ?? '',
    password_link: capability,
    one_time_token: stage.firstToken,
    address_link: capability,
    owner_link: capability,
  };
  const groupTokens = { organization: groups.organization.tokenId, managers: groups.managers.tokenId };
  return {
    people,
    ...places,
    groupTokens,
    usual,
    links,
    credentials: await credentialsOf(tx, stage, people, groups),
  };
};

const makeRecords = (stage: Stage, options: Named): Promise<SceneRecords> =>
  auditedTransaction(stage.world.context, system, async (tx) => ({
    result: await insertScene(tx, stage, options),
    audit: [],
  }));

/** Creates a scene. */
export const openScene = async (stage: Stage, options: SceneOptions = {}): Promise<Scene> => ({
  stage,
  ...(await makeRecords(stage, { name: randomText(10), ...options })),
});

/** Number of scenes that one statement copies. */
const copiesAtOnce = 50;

/** Creates a scene and copies it, for `count` scenes in total. */
export const openScenes = async (stage: Stage, count: number): Promise<readonly Scene[]> => {
  const copy = await openCopier(stage.world, 'scene0', (name) => makeRecords(stage, { name }));
  const scenes: Scene[] = [];
  while (scenes.length < count) {
    const size = Math.min(copiesAtOnce, count - scenes.length);
    const names = Array.from({ length: size }, (_, index) => `copy${scenes.length + index}`);
    scenes.push(...(await copy(names)).map((records) => ({ stage, ...signedForCopy(stage, records) })));
  }
  return scenes;
};

const signedForCopy = ({ world: { context } }: Stage, records: SceneRecords): SceneRecords => {
  const { links, usual } = records;
  const version_capability = signedAgain(context, usual.version_capability ?? '');
  return {
    ...records,
    links: { upload: signedAgain(context, links.upload), download: signedAgain(context, links.download) },
    usual: { ...usual, version_capability },
  };
};

const roleBehind: Partial<Record<Caller, Role>> = {
  stranger: 'stranger',
  member: 'member',
  memberSession: 'member',
  actingAsMember: 'member',
  policyManager: 'policyManager',
  owner: 'owner',
  actingAsOwner: 'owner',
  admin: 'admin',
  adminSession: 'admin',
  actingAsAdmin: 'otherAdmin',
  placeReader: 'placeReader',
  placePlanner: 'placePlanner',
  placeMaintainer: 'placeMaintainer',
  placeAdministrator: 'placeAdministrator',
  elsewhereAdministrator: 'elsewhereAdministrator',
};

/** Returns the user whose account a caller has, or the bystander for a caller without an account. */
const personBehind = ({ people }: Scene, caller: Caller): Somebody => people[roleBehind[caller] ?? 'bystander'];

/** Returns the ids of the caller's account, membership, token and session by path parameter. */
export const belongingsOf = (scene: Scene, caller: Caller): Readonly<Record<string, string>> => {
  const { id, tokenId, sessionId } = personBehind(scene, caller);
  const membership = scene.memberships[id] ?? scene.usual.membership_id ?? '';
  return { user_id: id, token_id: tokenId, session_id: sessionId, membership_id: membership };
};
