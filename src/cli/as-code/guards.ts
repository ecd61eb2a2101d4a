// Refuses changes that would remove the last owner of an organization, the last site administrator, or the caller's own
// access.
import { type Change, nameOf } from './difference.ts';
import { keyOf, ownersTeam, type Present, type RecordName, type RecordValues, textsOf } from './model.ts';

/** Returns the reasons why the changes are refused. `self` is the caller's email address. */
export function guardProblems(
  changes: readonly Change[],
  records: readonly Present[],
  self: string | undefined,
): readonly string[] {
  const deleted = changes.flatMap((change) => (change.action === 'delete' ? [change.present] : []));
  const owners = records.filter(({ kind, path }) => kind === 'team' && path[1] === ownersTeam);
  return [
    ...administratorProblems(deleted, records, self),
    ...providerProblems(changes, records),
    ...memberProblems(deleted, self),
    ...owners.flatMap((team) => ownerProblems(team, { changes, deleted, records, self })),
  ];
}

function administratorProblems(
  deleted: readonly Present[],
  records: readonly Present[],
  self: string | undefined,
): readonly string[] {
  const isAdministrator = ({ kind }: Present) => kind === 'administrator';
  const gone = new Set(deleted.filter(isAdministrator).map(({ path }) => path[0]));
  if (gone.size === 0) return [];
  const remaining = records.filter((each) => isAdministrator(each) && each.isActive && !gone.has(each.path[0]));
  const hint = `keep ${[...gone].join(', ')} under administrators in site.yaml`;
  return [
    ...(remaining.length === 0 ? [`The instance would no longer have an active site administrator: ${hint}`] : []),
    ...(self !== undefined && gone.has(self)
      ? [
          `This would remove the site administrator role from your own account, ${self}: ${hint}, or run the command as another site administrator`,
        ]
      : []),
  ];
}

/** Refuses changes after which single sign-on is required but no identity provider is enabled. */
function providerProblems(changes: readonly Change[], records: readonly Present[]): readonly string[] {
  const before = signInOf(records);
  const after = signInOf(recordsAfter(changes, records));
  return before.isPossible && after.isRequired && !after.isPossible
    ? [
        'Only site administrators could still sign in, because sso-required is on and no identity provider would be enabled. Keep an enabled provider under oidc-providers in site.yaml, or set sso-required to false',
      ]
    : [];
}

interface Valued extends RecordName {
  readonly values: RecordValues;
}

function recordsAfter(changes: readonly Change[], records: readonly Present[]): readonly Valued[] {
  const byKey = new Map<string, Valued>(records.map((each) => [keyOf(each), each]));
  for (const change of changes) {
    const key = keyOf(nameOf(change));
    const former = byKey.get(key)?.values;
    if (change.action === 'delete') byKey.delete(key);
    else byKey.set(key, { ...change.declared, values: { ...former, ...change.declared.values } });
  }
  return [...byKey.values()];
}

function signInOf(records: readonly Valued[]) {
  const group = (id: string): RecordValues =>
    records.find(({ kind, path }) => kind === 'settings' && path[0] === id)?.values ?? {};
  const [openId, saml] = [group('oidc-sign-in'), group('saml')];
  const isProviderOn = records.some(({ kind, values }) => kind === 'oidc-provider' && values.enabled !== false);
  return {
    isRequired: [openId, saml].some((settings) => settings.enabled === true && settings['sso-required'] === true),
    isPossible: saml.enabled === true || (openId.enabled === true && isProviderOn),
  };
}

function memberProblems(deleted: readonly Present[], self: string | undefined): readonly string[] {
  const own = deleted.filter(({ kind, path }) => kind === 'membership' && path[1] === self);
  return own.map(
    ({ path: [organization] }) =>
      `You (${self}) would no longer be a member of ${organization}: add your e-mail address to members in the file of ${organization}, or run the command as another member`,
  );
}

interface Surroundings {
  readonly changes: readonly Change[];
  readonly deleted: readonly Present[];
  readonly records: readonly Present[];
  readonly self: string | undefined;
}

function ownerProblems(team: Present, { changes, deleted, records, self }: Surroundings): readonly string[] {
  const [organization = ''] = team.path;
  const change = changes.find((each) => each.action === 'change' && each.present === team);
  const after = change?.attributes.find(({ name }) => name === 'members')?.after ?? team.values.members;
  const isHere = ({ kind, path }: Present) => kind === 'membership' && path[0] === organization;
  const gone = new Set(deleted.filter(isHere).map(({ path }) => path[1]));
  const had = textsOf(team.values.members);
  const has = textsOf(after).filter((email) => !gone.has(email));
  const lost = had.filter((email) => !has.includes(email));
  if (lost.length === 0) return [];
  const active = new Set(records.filter((each) => isHere(each) && each.isActive).map(({ path }) => path[1]));
  const hint = `keep ${lost.join(', ')} in members and in the team ${ownersTeam} in the file of ${organization}`;
  return [
    ...(has.some((email) => active.has(email))
      ? []
      : [
          `${organization} would no longer have an active owner, since none of its other owners has signed in yet: ${hint}`,
        ]),
    ...(self !== undefined && lost.includes(self)
      ? [`You (${self}) would no longer be an owner of ${organization}: ${hint}, or run the command as another owner`]
      : []),
  ];
}
