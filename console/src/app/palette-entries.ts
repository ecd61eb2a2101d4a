// Entries of the command palette, and which of them match a query.
import type { Icon } from '@tabler/icons-react';
import type { ShownGroups } from './area.ts';

/** Groups of entries in the order in which the palette shows them. */
const entryGroups = ['Pages', 'Actions', 'Organizations', 'Records', 'Settings', 'Documentation'] as const;

/** An entry of the command palette. It opens a page, or does something immediately. */
export interface Entry {
  /**
   * Unique identifier of the entry. The path is not unique, because an organization and its overview page have the same
   * path.
   */
  readonly id: string;
  readonly group: (typeof entryGroups)[number];
  readonly label: string;
  /** Short text below the label. */
  readonly kind: string;
  /** Further words by which the entry is found, besides those of its label. */
  readonly keywords?: string;
  readonly icon: Icon;
  readonly opens:
    | {
        readonly path: string;
        /** Query parameters of the page's URL. */
        readonly search?: Readonly<Record<string, string>>;
        /** Whether the page opens its form for a new record. */
        readonly isNew?: boolean;
      }
    | (() => void);
}

/**
 * Whether a query matches an entry. Each word must occur in the entry, and at least one in its label or keywords.
 * Otherwise the name of an organization would find all its pages.
 */
const isNamed = ({ label, kind, keywords = '' }: Entry, words: readonly string[]): boolean => {
  const name = `${label} ${keywords}`.toLowerCase();
  const all = `${name} ${kind.toLowerCase()}`;
  return words.every((word) => all.includes(word)) && words.some((word) => name.includes(word));
};

/**
 * Returns the first entries that match a query. Entries whose label matches come first. An empty query matches all
 * entries.
 */
export function matching(entries: readonly Entry[], query: string, limit = entries.length): readonly Entry[] {
  const words = query.trim().toLowerCase().split(/\s+/);
  const hasAll = ({ label }: Entry) => Number(words.every((word) => label.toLowerCase().includes(word)));
  return entries
    .filter((entry) => isNamed(entry, words))
    .toSorted((one, other) => hasAll(other) - hasAll(one))
    .slice(0, limit);
}

/** Pages of the navigation. */
export const pagesOf = (groups: ShownGroups | undefined): readonly Entry[] =>
  Object.values(groups ?? {}).flatMap(({ title, entries }) =>
    entries.flatMap(({ icon, others, ...entry }) =>
      [entry, ...others].map(
        ({ label, path }): Entry => ({
          id: `page ${label} ${path}`,
          group: 'Pages',
          label,
          kind: title,
          icon,
          opens: { path },
        }),
      ),
    ),
  );

/**
 * Sorts entries by group. A group with an entry whose label is the query comes first, and this entry is its first. For
 * "works", an organization with this name comes before the page "Workspaces".
 */
export function inGroups(entries: readonly Entry[], query: string) {
  const isWhole = ({ label }: Entry) => Number(label.toLowerCase() === query.trim().toLowerCase());
  return entryGroups
    .map((name) => ({
      name,
      entries: entries.filter(({ group }) => group === name).toSorted((one, other) => isWhole(other) - isWhole(one)),
    }))
    .filter((group) => group.entries.length > 0)
    .toSorted((one, other) => Number(other.entries.some(isWhole)) - Number(one.entries.some(isWhole)));
}
