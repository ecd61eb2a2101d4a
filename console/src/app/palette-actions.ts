// Actions of the command palette: creating records, changing the color scheme, and signing out.
import { useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconPalette, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accountQuery, isImpersonating } from '../api/account.ts';
import { canManageProjects, canManageWorkspaces } from '../api/organizations.ts';
import { canOpen, type Place } from '../components/remedy.ts';
import { schemeLabels, schemes } from './color-schemes.ts';
import { useCurrentOrganization } from './current-organization.ts';
import type { Entry } from './palette-entries.ts';
import { postTo } from './post.ts';

interface Creation {
  readonly label: string;
  readonly keywords?: string;
  /** Path of the page with the form. The action is shown only to users who can open this page. */
  readonly path: string;
  /** Whether the form is a dialog of the page. */
  readonly isNew?: boolean;
  /** Additional condition for showing the action. */
  readonly may?: (organization: NonNullable<Place['organization']>) => boolean;
}

const base = '/app/organizations/$organization';

const inOrganization: readonly Creation[] = [
  { label: 'Create a policy', keywords: 'new', path: `${base}/policies/new` },
  { label: 'Create a policy set', keywords: 'new', path: `${base}/policy-sets/new` },
  { label: 'Publish a module', keywords: 'new version registry', path: `${base}/publish-module` },
  {
    label: 'Create a workspace',
    keywords: 'new register',
    path: `${base}/workspaces`,
    isNew: true,
    may: canManageWorkspaces,
  },
  { label: 'Create a project', keywords: 'new', path: `${base}/projects`, isNew: true, may: canManageProjects },
  {
    label: 'Invite a person',
    keywords: 'new add member user people',
    path: `${base}/members`,
    isNew: true,
    may: ({ attributes }) => attributes.permissions['can-manage-users'],
  },
  {
    label: 'Create a team',
    keywords: 'new',
    path: `${base}/teams`,
    isNew: true,
    may: ({ attributes }) => attributes.permissions['can-create-team'],
  },
];

const elsewhere: readonly Creation[] = [
  { label: 'Create an organization', keywords: 'new', path: '/app/new-organization' },
  { label: 'Create a user', keywords: 'new account', path: '/app/site/new-user' },
  { label: 'Add an identity provider', keywords: 'new openid oidc', path: '/app/site/new-identity-provider' },
  ...(isImpersonating ? [] : [{ label: 'Create an API token', keywords: 'new', path: '/app/me/tokens' }]),
];

const creationsFor = (place: Place, kind: string, creations: readonly Creation[]): readonly Entry[] =>
  creations
    .filter(({ path }) => canOpen(path, place))
    .map(({ path, isNew = false, ...rest }) => ({
      ...rest,
      id: `action ${path}`,
      group: 'Actions',
      kind,
      icon: IconPlus,
      opens: { path: path.replace('$organization', encodeURIComponent(place.organization?.id ?? '')), isNew },
    }));

const signOut: Entry = {
  id: 'action sign-out',
  group: 'Actions',
  label: 'Sign out',
  keywords: 'log out end session',
  kind: 'Your account',
  icon: IconLogout,
  opens: () => postTo('/sign-out'),
};

/** Returns the actions that the user is allowed to take. */
export function useActions(): readonly Entry[] {
  const { data } = useQuery(accountQuery);
  const { organization } = useCurrentOrganization();
  const { setColorScheme } = useMantineColorScheme();
  if (data === undefined) return [];
  const place = { account: data.data, organization };
  const allowed = inOrganization.filter(({ may = () => true }) => organization !== undefined && may(organization));
  return [
    ...creationsFor(place, organization?.id ?? '', allowed),
    ...creationsFor(place, 'Tipstaff', elsewhere),
    ...schemes.map(
      (scheme): Entry => ({
        id: `action ${scheme}`,
        group: 'Actions',
        label: `Change the color scheme: ${schemeLabels[scheme]}`,
        keywords: 'change theme color mode',
        kind: 'Your account',
        icon: IconPalette,
        opens: () => setColorScheme(scheme),
      }),
    ),
    signOut,
  ];
}
