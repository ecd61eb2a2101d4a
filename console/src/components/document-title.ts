// Title of the document. It consists of the names of the page, the record, the organization and the product.
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Name of the page. */
    readonly title?: string;
  }
}

const organizations = '/app/organizations/$organization';

/** Whether the path of a route identifies a record of an organization or of the instance. */
const isOfRecord = (path: string): boolean => path.replace(organizations, '').includes('$');

/**
 * Sets the document title for the current page and returns the page's name. On the page of a record, `heading` is the
 * record's name.
 */
export function useDocumentTitle(heading?: string): string | undefined {
  const match = useRouterState({ select: ({ matches }) => matches.at(-1) });
  const page = match?.staticData.title;
  const record = page === undefined || isOfRecord(match?.fullPath ?? '') ? heading : undefined;
  const organization: unknown = Reflect.get(Object(match?.params), 'organization');
  // The page's name is omitted if the heading already contains it, as in “Revision 3 of buckets”.
  const named = page !== undefined && record?.startsWith(page) === true ? undefined : page;
  const title = [named, record, organization, 'Tipstaff'].filter((part) => part !== undefined).join(' · ');
  // Also runs after a navigation between two records with the same name, since the shell sets the title without a
  // record in between.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    document.title = title;
  }, [title, match?.pathname]);
  return page;
}
