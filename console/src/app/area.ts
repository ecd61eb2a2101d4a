// Contribution of an area of the console to the shell. `areas.ts` lists the areas.
import type { Icon } from '@tabler/icons-react';
import type { Resource } from '../api/client.ts';

/** Account that looks at the navigation, and the organization where it does. */
export interface Place {
  readonly account: Resource<'users'>;
  /** The current organization; undefined where there is none, and until it is loaded. */
  readonly organization: Resource<'organizations'> | undefined;
}

export interface NavigationEntry {
  readonly label: string;
  readonly icon: Icon;
  /** The path of the page, without the prefix; with `$organization` for the name of the current organization. */
  readonly path: string;
  /** Other pages that belong to it: the link is marked on them, and the palette finds them. */
  readonly others?: readonly Pick<NavigationEntry, 'label' | 'path' | 'isShown'>[];
  /** Absent where everybody sees it. */
  readonly isShown?: (place: Place) => boolean;
}

export interface Area {
  /** For everybody, for one's own account, for the current organization, or for administrators of the site. */
  readonly scope: 'general' | 'account' | 'organization' | 'site';
  readonly navigation: readonly NavigationEntry[];
}

/** An entry of the navigation, as the person sees it. */
export interface ShownEntry {
  readonly label: string;
  readonly icon: Icon;
  readonly path: string;
  /** Other pages that belong to it. */
  readonly others: readonly Pick<ShownEntry, 'label' | 'path'>[];
}

/** A part of the navigation, as the person sees it. */
export interface ShownGroup {
  readonly title: string;
  readonly entries: readonly ShownEntry[];
}

/** Pages that the person may open, by scope. A group may be empty. */
export type ShownGroups = Readonly<Record<Area['scope'], ShownGroup>>;

/** Shows an entry only in organizations where a condition holds. */
export const where =
  (holds: (organization: Resource<'organizations'>) => boolean) =>
  ({ organization }: Place): boolean =>
    organization !== undefined && holds(organization);
