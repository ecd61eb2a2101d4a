// Creates page responses, all of which have the same security headers.
import type { Rendered } from '../http/reply.ts';
import { layout, type PageContent } from './layout.ts';
import type { Site } from './site.ts';

type Headers = Readonly<Record<string, string>>;

const policyOf = ({ style }: Site): string =>
  [
    "default-src 'none'",
    `style-src ${style.source}`,
    "font-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

const year = 31_536_000;

const guards: Headers = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  // NOTE: with `no-referrer`, browsers would send the origin "null" when they submit the service's own forms, and the
  // service would refuse those requests.
  'referrer-policy': 'strict-origin',
  'x-frame-options': 'DENY',
};

export function pageReply(site: Site, content: PageContent, status = 200, headers: Headers = {}): Rendered {
  return {
    status,
    headers: { ...headers, ...pageHeaders(site), 'content-type': 'text/html; charset=utf-8' },
    body: layout(site, content).toString(),
  };
}

/** Redirects a browser to a path of the service. */
export function redirectTo(site: Site, path: string, headers: Headers = {}): Rendered {
  return {
    status: 303,
    headers: { ...headers, ...pageHeaders(site), location: site.to(path) },
  };
}

/** Returns the security headers of a page. `contentPolicy` restricts what the page may load. */
export function pageHeaders(site: Site, contentPolicy = policyOf(site)): Headers {
  const all = { ...guards, 'content-security-policy': contentPolicy };
  return site.isSecure ? { ...all, 'strict-transport-security': `max-age=${year}` } : all;
}
