// Title of the document: the page, the record that it is about, the organization, the product.
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Name of the page. */
    readonly title?: string;
  }
}

const organizations = '/app/organizations/$organization';

/** True if an address names a record in its organization, or one of the site. */
const isOfRecord = (path: string): boolean => path.replace(organizations, '').includes('$');

/** Titles the document by the page of the address, whose name it answers; `heading` names the record of such a page. */
export function useDocumentTitle(heading?: string): string | undefined {
  const match = useRouterState({ select: ({ matches }) => matches.at(-1) });
  const page = match?.staticData.title;
  const record = page === undefined || isOfRecord(match?.fullPath ?? '') ? heading : undefined;
  const organization: unknown = Reflect.get(Object(match?.params), 'organization');
  // “Revision 3 of buckets” names the page already.
  const named = page !== undefined && record?.startsWith(page) === true ? undefined : page;
  const title = [named, record, organization, 'Tipstaff'].filter((part) => part !== undefined).join(' · ');
  // Between two records of the same name the title is set again: the shell sets it without a record meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    document.title = title;
  }, [title, match?.pathname]);
  return page;
}
