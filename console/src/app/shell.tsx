// Layout of every page: header, navigation, banners and footer.
import { Anchor, Box, Burger, Button, Group, Kbd, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { accountQuery } from '../api/account.ts';
import { organizationQuery } from '../api/organizations.ts';
import { useDocumentTitle } from '../components/document-title.ts';
import { useIsOverdue } from '../components/first-load.ts';
import { PageLink } from '../components/links.tsx';
import { LoadingRows } from '../components/loading-rows.tsx';
import { Announcement } from './announcement.tsx';
import type { ShownGroups } from './area.ts';
import { isDialogOpen } from './focus-return.ts';
import { HeldBanner } from './held-banner.tsx';
import { ImpersonationBanner } from './impersonation.tsx';
import { AccountMenu } from './lazy-menus.tsx';
import { Mark } from './mark.tsx';
import { Navigation, useNavigation } from './navigation.tsx';
import { OperatorText } from './operator-text.tsx';
import { Permitted } from './permitted.tsx';
import classes from './shell.module.css';

/** The palette is loaded when it is opened for the first time. */
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/**
 * Moves the focus to the heading of the new page after a navigation, so that users of keyboards and screen readers
 * start there.
 */
const useFocusOnNavigation = (): void => {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    if (last.current !== undefined && last.current !== path) document.getElementById('page-title')?.focus();
    last.current = path;
  }, [path]);
};

/**
 * Sets the document title while the page is loading. It is rendered before the page, so that the page's own effect runs
 * later and sets the final title.
 */
const DocumentTitle = () => {
  useDocumentTitle();
  return null;
};

/**
 * Whether the account and the organization of the first page have been loaded, or the maximum wait has passed. Until
 * then, the page is hidden. Otherwise, buttons that depend on permissions would move other elements when they appear.
 */
const useIsReady = (): boolean => {
  const { isLoading: isUserLoading } = useQuery(accountQuery);
  const { organization: name } = useParams({ strict: false });
  const organization = useQuery({ ...organizationQuery(name ?? ''), enabled: name !== undefined });
  const isLoading = isUserLoading || organization.isLoading;
  const isOverdue = useIsOverdue();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!isLoading) setReady(true);
  }, [isLoading]);
  return isReady || isOverdue;
};

const SkipLink = () => (
  <Anchor
    href="#content"
    className="skip"
    onClick={(event) => {
      event.preventDefault();
      document.getElementById('content')?.focus();
    }}
  >
    Skip to the content
  </Anchor>
);

interface HeaderProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onFind: () => void;
  readonly groups: ShownGroups | undefined;
}

const Header = ({ isOpen, onToggle, onFind, groups }: HeaderProps) => (
  <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
    <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
      <Burger
        opened={isOpen}
        onClick={onToggle}
        hiddenFrom="sm"
        size="sm"
        aria-expanded={isOpen}
        aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'}
      />
      <PageLink to="/" underline="never" c="inherit" fw={650} fz="lg">
        <Group gap="xs" wrap="nowrap" component="span">
          <Mark />
          <Box component="span" visibleFrom="xs">
            Tipstaff
          </Box>
          <VisuallyHidden component="span">Home</VisuallyHidden>
        </Group>
      </PageLink>
    </Group>
    <Group gap="xs" wrap="nowrap">
      <Button variant="default" size="sm" px="xs" aria-keyshortcuts="Control+K" onClick={onFind}>
        <IconSearch size={16} aria-hidden />
        <VisuallyHidden component="span">Find pages, records, settings and actions</VisuallyHidden>
        <Box component="span" visibleFrom="sm" ml="xs">
          <Text span size="sm" mr="xs">
            Find
          </Text>
          <Kbd size="sm">Ctrl+K</Kbd>
        </Box>
      </Button>
      <AccountMenu groups={groups} />
    </Group>
  </Group>
);

export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const groups = useNavigation();
  const isReady = useIsReady();
  const [searches, setSearches] = useState(0);
  // The palette does not open while another dialog is open, because Escape would close both.
  const find = () => setSearches((count) => (isDialogOpen() ? count : count + 1));
  useHotkeys([['mod+K', find]], []);
  useFocusOnNavigation();
  return (
    <div className={classes.shell}>
      <SkipLink />
      <header className={classes.header}>
        <Header isOpen={isOpen} onToggle={toggle} onFind={find} groups={groups} />
      </header>
      <nav className={classes.navigation} aria-label="Main navigation" data-open={isOpen || undefined}>
        <Navigation groups={groups} onNavigate={close} />
      </nav>
      <main className={classes.main} id="content" tabIndex={-1}>
        <div className={classes.banners}>
          <ImpersonationBanner />
          <HeldBanner />
          <Announcement />
        </div>
        <DocumentTitle />
        {/* The footer stays at the bottom of the screen, so that it does not move while the page is loading. */}
        <Box flex={1} pos="relative">
          {!isReady && (
            <Box pos="absolute" inset={0} maw={1200} mx="auto">
              <LoadingRows />
            </Box>
          )}
          <div {...(!isReady && { style: { visibility: 'hidden' } })}>
            <Permitted>
              <Outlet />
            </Permitted>
          </div>
        </Box>
        <Box component="footer" w="100%" maw={1200} mx="auto" mt="xl" c="dimmed" fz="sm">
          <OperatorText name="footer" />
        </Box>
      </main>
      {searches > 0 && (
        <Suspense>
          <Palette groups={groups} searches={searches} />
        </Suspense>
      )}
    </div>
  );
}
