// Determines where links in the documentation lead.
import { posix } from 'node:path';

/** URL paths on the service for files in `docs/` that are not pages. */
const served: Readonly<Record<string, string>> = { 'openapi.json': 'api/v2/openapi.json' };

type Target =
  | { readonly kind: 'page' }
  | { readonly kind: 'served'; readonly href: string }
  | { readonly kind: 'file' };

/**
 * Returns whether a link leads to another page, to a path on the service, or to a file that exists only in the
 * repository.
 */
export function targetOf(page: string, href: string): Target {
  if (/^([a-z]+:|#|\/)/i.test(href)) return { kind: 'page' };
  const path = posix.join(posix.dirname(page), href.replace(/[?#].*$/, ''));
  if (/^(\.\.|decisions)\//.test(path)) return { kind: 'file' };
  const address = served[path];
  if (address === undefined)
    return path.endsWith('/') || !/\.(md|svg|png)$/.test(path) ? { kind: 'file' } : { kind: 'page' };
  return { kind: 'served', href: `${'../'.repeat(page.split('/').length)}${address}` };
}
