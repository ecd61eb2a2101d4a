// Links between the sections of a record's page. Each section has its own URL.
import { Group } from '@mantine/core';
import { ButtonLink } from './links.tsx';

interface SectionLinksProps {
  /** Label of the links for screen readers. */
  readonly label: string;
  /**
   * Sections. The first section is the main page of the record, and the paths of the other sections begin with its
   * path.
   */
  readonly sections: readonly { readonly label: string; readonly path: string }[];
}

export function SectionLinks({ label, sections }: SectionLinksProps) {
  return (
    <Group component="nav" gap={4} aria-label={label}>
      {sections.map(({ label: name, path }, index) => (
        <ButtonLink
          key={path}
          to={path}
          size="sm"
          px="sm"
          variant="subtle"
          c="var(--mantine-color-text)"
          activeOptions={{ exact: index === 0, includeSearch: false }}
          activeProps={{ 'aria-current': 'page', variant: 'light' }}
        >
          {name}
        </ButtonLink>
      ))}
    </Group>
  );
}
