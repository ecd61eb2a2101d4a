// Types for areas of the console, such as policies or the registry. `areas.ts` lists all areas.
import type { Icon } from '@tabler/icons-react';
import type { Resource } from '../api/client.ts';

/** User and organization for which a navigation entry is shown or hidden. */
export interface NavigationContext {
  readonly account: Resource<'users'>;
  /** Current organization. Undefined if there is none or if it is still loading. */
  readonly organization: Resource<'organizations'> | undefined;
}

export interface NavigationEntry {
  readonly label: string;
  readonly icon: Icon;
  /** Path of the page without the path prefix. `$organization` is replaced by the name of the current organization. */
  readonly path: string;
  /** Other pages of the area. The command palette finds them, and the navigation entry is highlighted on them. */
  readonly others?: readonly Pick<NavigationEntry, 'label' | 'path' | 'isShown'>[];
  /** Whether to show the entry. If absent, the entry is always shown. */
  readonly isShown?: (place: NavigationContext) => boolean;
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

/** Returns an `isShown` function that shows an entry only in organizations that meet a condition. */
export const where =
  (holds: (organization: Resource<'organizations'>) => boolean) =>
  ({ organization }: NavigationContext): boolean =>
    organization !== undefined && holds(organization);
