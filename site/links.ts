// Links of a page that lead out of the documentation.
import { posix } from 'node:path';

/** Files of the repository that the service has under an address of its own. */
const served: Readonly<Record<string, string>> = { 'openapi.json': 'api/v2/openapi.json' };

type Target =
  | { readonly kind: 'page' }
  | { readonly kind: 'served'; readonly href: string }
  | { readonly kind: 'file' };

/** The target of a link of a page: another page, an address of the service, or a file that is in the repository only. */
export function targetOf(page: string, href: string): Target {
  if (/^([a-z]+:|#|\/)/i.test(href)) return { kind: 'page' };
  const path = posix.join(posix.dirname(page), href.replace(/[?#].*$/, ''));
  if (/^(\.\.|decisions)\//.test(path)) return { kind: 'file' };
  const address = served[path];
  if (address === undefined)
    return path.endsWith('/') || !/\.(md|svg|png)$/.test(path) ? { kind: 'file' } : { kind: 'page' };
  return { kind: 'served', href: `${'../'.repeat(page.split('/').length)}${address}` };
}
