// The parts of what a page is about, each with an address of its own.
import { Group } from '@mantine/core';
import { ButtonLink } from './links.tsx';

interface SectionLinksProps {
  /** Names the links for screen readers. */
  readonly label: string;
  /** The first one is the page itself, below whose address the others are. */
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
