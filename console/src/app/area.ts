// Types for areas of the console, such as policies or the registry. `areas.ts` lists all areas.
import type { Icon } from '@tabler/icons-react';
import type { Place } from '../components/remedy.ts';

export interface NavigationEntry {
  readonly label: string;
  readonly icon: Icon;
  /** Path of the page without the path prefix. `$organization` is replaced by the name of the current organization. */
  readonly path: string;
  /** Other pages of the area. The command palette finds them, and the navigation entry is highlighted on them. */
  readonly others?: readonly Pick<NavigationEntry, 'label' | 'path' | 'isShown'>[];
  /** Additional condition for showing the entry. Entries of pages that the user cannot open are never shown. */
  readonly isShown?: (place: Place) => boolean;
}

export interface Area {
  /**
   * Navigation group of the area. `general` pages are for all users, `account` pages for the user's own account,
   * `organization` pages for the current organization, and `site` pages for site administrators.
   */
  readonly scope: 'general' | 'account' | 'organization' | 'site';
  readonly navigation: readonly NavigationEntry[];
}

/** A navigation entry that the user can see. */
export interface ShownEntry {
  readonly label: string;
  readonly icon: Icon;
  readonly path: string;
  /** Other pages of the area that the user can see. */
  readonly others: readonly Pick<ShownEntry, 'label' | 'path'>[];
}

/** A group of navigation entries that the user can see. */
export interface ShownGroup {
  readonly title: string;
  readonly entries: readonly ShownEntry[];
}

/** Navigation groups by scope, with the pages that the user may open. A group may be empty. */
export type ShownGroups = Readonly<Record<Area['scope'], ShownGroup>>;
