// Links between the sections of a record's page. Each section has its own URL.
import { Group } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { ButtonLink } from './links.tsx';

interface SectionLink {
  readonly label: string;
  readonly path: string;
  /** Path prefix of other pages of the section. The link is also marked as current on these pages. */
  readonly otherPath?: string;
}

interface SectionLinksProps {
  /** Label of the links for screen readers. */
  readonly label: string;
  /**
   * Sections. The first section is the main page of the record, and the paths of the other sections begin with its
   * path.
   */
  readonly sections: readonly SectionLink[];
}

/** Attributes of the link to the current section. */
const marked = { 'aria-current': 'page', variant: 'light' } as const;

export function SectionLinks({ label, sections }: SectionLinksProps) {
  const { pathname } = useLocation();
  return (
    <Group component="nav" gap={4} aria-label={label}>
      {sections.map(({ label: name, path, otherPath }, index) => (
        <ButtonLink
          key={path}
          to={path}
          size="sm"
          px="sm"
          variant="subtle"
          c="var(--mantine-color-text)"
          activeOptions={{ exact: index === 0, includeSearch: false }}
          activeProps={marked}
          {...(otherPath !== undefined && pathname.startsWith(`${otherPath}/`) && marked)}
        >
          {name}
        </ButtonLink>
      ))}
    </Group>
  );
}
