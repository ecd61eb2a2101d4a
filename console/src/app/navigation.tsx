import { Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { accountQuery } from '../api/account.ts';
import { NavigationLink } from '../components/links.tsx';
import { canOpen, type Place } from '../components/remedy.ts';
import { homeArea } from '../pages/home/routes.ts';
import type { Area, NavigationEntry, ShownEntry, ShownGroup, ShownGroups } from './area.ts';
import { areas } from './areas.ts';
import { useCurrentOrganization } from './current-organization.ts';
import { OrganizationSwitcher } from './lazy-menus.tsx';

const entriesOf = (scope: Area['scope'], place: Place): readonly ShownEntry[] => {
  const organization = encodeURIComponent(place.organization?.id ?? '');
  const isSeen = ({ path, isShown = () => true }: Pick<NavigationEntry, 'path' | 'isShown'>) =>
    canOpen(path, place) && isShown(place);
  const shown = ({ label, path }: Pick<NavigationEntry, 'label' | 'path'>) => ({
    label,
    path: path.replace('$organization', organization),
  });
  return areas
    .filter((area) => area.scope === scope)
    .flatMap(({ navigation }) => navigation)
    .filter(isSeen)
    .map(({ icon, others = [], ...entry }) => ({ ...shown(entry), icon, others: others.filter(isSeen).map(shown) }));
};

/** Navigation entries that the user can see. Undefined while the account is loading. */
export function useNavigation(): ShownGroups | undefined {
  const { data: account } = useQuery(accountQuery);
  const { organization, isLoading } = useCurrentOrganization();
  if (account === undefined || isLoading) return undefined;
  const place: Place = { account: account.data, organization };
  const group = (scope: Area['scope'], title: string): ShownGroup => ({ title, entries: entriesOf(scope, place) });
  return {
    general: group('general', 'Tipstaff'),
    account: group('account', 'Your account'),
    organization: {
      title: organization?.id ?? '',
      entries: organization === undefined ? [] : entriesOf('organization', place),
    },
    site: group('site', 'Site administration'),
  };
}

/** The start page. This entry does not depend on the user, so it is shown before the account is loaded. */
const home = homeArea.navigation.map((entry) => ({ ...entry, others: [] }));

/** Whether the path is a prefix of another entry's path. Such an entry is highlighted only on its own page. */
const hasEntriesBelow = (path: string, paths: readonly string[]): boolean =>
  path === '/' || paths.some((each) => each.startsWith(`${path}/`));

const isAtOrBelow = (pathname: string, path: string): boolean => `${pathname}/`.startsWith(`${path}/`);

interface LinksProps {
  readonly entries: readonly ShownEntry[];
  readonly onNavigate: () => void;
}

/** Attributes of the navigation link to the current page. */
const marked = { active: true, 'aria-current': 'page' } as const;

const Links = ({ entries, onNavigate }: LinksProps) => {
  const { pathname } = useLocation();
  const paths = entries.map(({ path }) => path);
  return (
    <Stack gap={2}>
      {entries.map(({ label, icon: Shape, path, others }) => (
        <NavigationLink
          key={path}
          to={path}
          label={label}
          leftSection={<Shape size={18} aria-hidden />}
          activeOptions={{ exact: hasEntriesBelow(path, paths), includeSearch: false }}
          activeProps={marked}
          {...(others.some(({ path: other }) => isAtOrBelow(pathname, other)) && marked)}
          onClick={onNavigate}
        />
      ))}
    </Stack>
  );
};

interface NavigationProps {
  readonly groups: ShownGroups | undefined;
  /** Called when the user follows a link. Closes the navigation, which covers the page on small screens. */
  readonly onNavigate: () => void;
}

const OfSite = ({ groups, onNavigate }: NavigationProps) => {
  const way = groups?.organization.entries[0]?.path ?? '/';
  return (
    <Stack gap="sm">
      <Links entries={home} onNavigate={onNavigate} />
      <NavigationLink
        to={way}
        label="Back to organizations"
        leftSection={<IconArrowLeft size={18} aria-hidden />}
        onClick={onNavigate}
      />
      <Text size="xs" fw={600} c="dimmed" px="sm">
        Site administration
      </Text>
      <Links entries={groups?.site.entries ?? []} onNavigate={onNavigate} />
    </Stack>
  );
};

const isOfSite = (path: string): boolean => path.startsWith('/app/site/');

/**
 * Navigation links. Pages of the site administration show links to its pages. All other pages show links to the start
 * page, to the pages of the current organization and to the site administration.
 */
export function Navigation({ groups, onNavigate }: NavigationProps) {
  const { pathname } = useLocation();
  if (isOfSite(pathname)) return <OfSite groups={groups} onNavigate={onNavigate} />;
  const ofOrganization = groups?.organization.entries ?? [];
  const others = (groups?.general.entries ?? []).filter(({ path }) => path !== '/');
  const shown =
    ofOrganization.length === 0 ? others : [...ofOrganization, ...others.filter(({ path }) => isOfSite(path))];
  return (
    <Stack gap="sm">
      <Links entries={home} onNavigate={onNavigate} />
      <OrganizationSwitcher />
      <Links entries={shown} onNavigate={onNavigate} />
    </Stack>
  );
}
