// Parts that an area contributes to the shell. `areas.ts` lists all areas.
import type { Icon } from '@tabler/icons-react';
import type { Resource } from '../api/client.ts';

/** User and current organization, which decide whether a navigation entry is shown. */
export interface NavigationContext {
  readonly account: Resource<'users'>;
  /** Current organization; undefined if there is none or it is not loaded yet. */
  readonly organization: Resource<'organizations'> | undefined;
}

export interface NavigationEntry {
  readonly label: string;
  readonly icon: Icon;
  /** Path of the page without the path prefix. `$organization` stands for the name of the current organization. */
  readonly path: string;
  /** Additional pages of the entry. The entry is highlighted on them, and the command palette finds them. */
  readonly others?: readonly Pick<NavigationEntry, 'label' | 'path' | 'isShown'>[];
  /** Whether to show the entry; by default it is always shown. */
  readonly isShown?: (place: NavigationContext) => boolean;
}

export interface Area {
  /** Audience of the area: all users, the user's own account, the current organization, or site administrators. */
  readonly scope: 'general' | 'account' | 'organization' | 'site';
  readonly navigation: readonly NavigationEntry[];
}

/** A navigation entry that the user can see. */
export interface ShownEntry {
  readonly label: string;
  readonly icon: Icon;
  readonly path: string;
  /** Additional pages of the entry. */
  readonly others: readonly Pick<ShownEntry, 'label' | 'path'>[];
}

/** A group of navigation entries that the user can see. */
export interface ShownGroup {
  readonly title: string;
  readonly entries: readonly ShownEntry[];
}

/** Pages that the user may open, by scope. A group may be empty. */
export type ShownGroups = Readonly<Record<Area['scope'], ShownGroup>>;

/** Shows an entry only in organizations that fulfil a condition. */
export const where =
  (holds: (organization: Resource<'organizations'>) => boolean) =>
  ({ organization }: NavigationContext): boolean =>
    organization !== undefined && holds(organization);
