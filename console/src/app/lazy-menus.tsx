// Menus in the header. The components of a menu are loaded when it is opened for the first time.
import { ActionIcon, Button, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { accountQuery } from '../api/account.ts';
import type { ShownGroups } from './area.ts';
import { useCurrentOrganization } from './current-organization.ts';

const LoadedAccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));
const LoadedSwitcher = lazy(async () => ({
  default: (await import('./organization-switcher.tsx')).OrganizationSwitcher,
}));

type Closed = (open: () => void) => ReactNode;

const OnPress = ({ closed, children }: { readonly closed: Closed; readonly children: ReactNode }) => {
  const [isWanted, setWanted] = useState(false);
  const shown = closed(() => setWanted(true));
  return isWanted ? <Suspense fallback={shown}>{children}</Suspense> : shown;
};

export function AccountMenu({ groups }: { readonly groups: ShownGroups | undefined }) {
  const { data } = useQuery(accountQuery);
  const label = `Signed in as ${data?.data.attributes.username ?? ''}`;
  const closed: Closed = (open) => (
    <ActionIcon variant="subtle" size="lg" radius="xl" aria-label={label} aria-haspopup="menu" onClick={open}>
      <IconUserCircle size={24} aria-hidden />
    </ActionIcon>
  );
  return (
    <OnPress closed={closed}>
      <LoadedAccountMenu groups={groups} />
    </OnPress>
  );
}

export function OrganizationSwitcher() {
  const { organization } = useCurrentOrganization();
  const closed: Closed = (open) => (
    <Button
      variant="default"
      size="sm"
      fullWidth
      justify="space-between"
      aria-haspopup="listbox"
      rightSection={<IconChevronDown size={14} aria-hidden />}
      onClick={open}
    >
      <Text span inherit truncate>
        {organization?.id ?? 'Organizations'}
      </Text>
      <VisuallyHidden component="span">Choose an organization</VisuallyHidden>
    </Button>
  );
  return (
    <OnPress closed={closed}>
      <LoadedSwitcher />
    </OnPress>
  );
}
