// Layout of a page: document title, heading, breadcrumbs and actions.
import { Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDocumentTitle } from './document-title.ts';

interface PageProps {
  /**
   * Heading of the page. On the page of a record it is the record's name, or “…” while the record is loading. With “…”,
   * the document title contains only the page's name.
   */
  readonly title: string;
  readonly intro?: ReactNode;
  /** Breadcrumb links from the outermost to the innermost page. */
  readonly trail?: ReactNode;
  /** Buttons next to the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, intro, trail, actions, children }: PageProps) {
  const isKnown = title !== '…';
  const page = useDocumentTitle(isKnown ? title : undefined);
  return (
    <Stack gap="lg" maw={1200} mx="auto">
      <Stack gap="xs">
        {trail !== undefined && (
          <nav aria-label="Breadcrumbs">
            <Breadcrumbs
              separatorMargin="xs"
              lh="24px"
              style={{ flexWrap: 'wrap' }}
              styles={{ breadcrumb: { lineHeight: 'inherit' } }}
            >
              {trail}
            </Breadcrumbs>
          </nav>
        )}
        <Group justify="space-between" align="center" gap="sm" mih={36}>
          <Title
            order={1}
            size="h2"
            id="page-title"
            tabIndex={-1}
            style={{ overflowWrap: 'anywhere', outline: 'none' }}
          >
            {isKnown ? title : page}
          </Title>
          {actions !== undefined && <Group gap="xs">{actions}</Group>}
        </Group>
        {intro !== undefined && <Text c="dimmed">{intro}</Text>}
      </Stack>
      {children}
    </Stack>
  );
}
