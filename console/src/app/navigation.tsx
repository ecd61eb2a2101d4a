import { Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { accountQuery } from '../api/account.ts';
import { organizationQuery } from '../api/organizations.ts';
import { NavigationLink } from '../components/links.tsx';
import { t } from '../texts/common.ts';
import type { Area, Place } from './area.ts';
import { areas } from './areas.ts';

interface ShownEntry {
  readonly label: string;
  readonly icon: Icon;
  readonly path: string;
}

/** A part of the navigation, as the person sees it. */
export interface ShownGroup {
  readonly title: string;
  readonly entries: readonly ShownEntry[];
}

/** The organization of the page, by its path. */
export const useOrganizationName = (): string | undefined => {
  const params = useParams({ strict: false });
  const name: unknown = Reflect.get(params, 'organization');
  return typeof name === 'string' ? name : undefined;
};

const entriesOf = (scope: Area['scope'], place: Place): readonly ShownEntry[] =>
  areas
    .filter((area) => area.scope === scope)
    .flatMap(({ navigation }) => navigation)
    .filter(({ isShown = () => true }) => isShown(place))
    .map(({ label, icon, path }) => ({
      label: label(),
      icon,
      path: path(encodeURIComponent(place.organization?.id ?? '')),
    }));

/** The navigation of the person: groups without entries are left out. */
export function useNavigation(): readonly ShownGroup[] {
  const name = useOrganizationName();
  const { data: account } = useQuery(accountQuery);
  const { data: organization } = useQuery({ ...organizationQuery(name ?? ''), enabled: name !== undefined });
  if (account === undefined) return [];
  const place: Place = { account: account.data, organization: name === undefined ? undefined : organization?.data };
  const isAdministrator = account.data.attributes['is-admin'];
  const groups: readonly ShownGroup[] = [
    { title: t.account, entries: entriesOf('account', place) },
    {
      title: place.organization?.id ?? '',
      entries: place.organization === undefined ? [] : entriesOf('organization', place),
    },
    { title: t.site, entries: isAdministrator ? entriesOf('site', place) : [] },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** True if other entries are below a path: it is then the place of its own page only. */
const hasEntriesBelow = (path: string, paths: readonly string[]): boolean =>
  paths.some((each) => each !== path && each.startsWith(path.endsWith('/') ? path : `${path}/`));

/** The links of the shell; `onNavigate` closes what covers the page on a phone. */
export function Navigation({
  groups,
  onNavigate,
}: {
  readonly groups: readonly ShownGroup[];
  readonly onNavigate: () => void;
}) {
  const paths = groups.flatMap(({ entries }) => entries.map(({ path }) => path));
  return (
    <Stack gap="md">
      {groups.map(({ title, entries }, index) => (
        <Stack key={title} gap={2}>
          {index > 0 && (
            <Text size="xs" fw={600} c="dimmed" px="sm" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Text>
          )}
          {entries.map(({ label, icon: Shape, path }) => (
            <NavigationLink
              key={path}
              to={path}
              label={label}
              leftSection={<Shape size={18} aria-hidden />}
              activeOptions={{ exact: hasEntriesBelow(path, paths), includeSearch: false }}
              activeProps={{ active: true, 'aria-current': 'page' }}
              onClick={onNavigate}
            />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}
