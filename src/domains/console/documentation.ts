// Serves the documentation: the pages, their plain text, and the files that the pages load.
import type { Context } from '../../context.ts';
import type { ClientRequest } from '../../http/client-request.ts';
import { encodedFor } from '../../http/encoding.ts';
import type { Rendered } from '../../http/reply.ts';
import { unpacker } from '../../http/services.ts';
import { html } from '../../lib/text/html.ts';
import { pageHeaders, pageReply, redirectTo } from '../../pages/page-reply.ts';
import type { Site } from '../../pages/site.ts';
import { siteOf } from '../instance/index.ts';
import { mediaTypeOf } from './build.ts';
import { type DocumentationBuild, documentationFile } from './documentation-build.ts';

const notFound = '404.html';

/** Serves a page or a file by its path under `/docs/`. Unknown paths get the 404 page. */
export async function openDocumentation(
  context: Context,
  { headers: { 'accept-encoding': accepted } }: Pick<ClientRequest, 'headers'>,
  path: string,
  build: DocumentationBuild | undefined,
): Promise<Rendered> {
  const site = siteOf(context);
  if (build === undefined) return notBuilt(site);
  const { files } = build;
  // The relative links on the first page of a folder only work if the page's path ends with a slash.
  if (files.has(`${path}/index.html`)) return redirectTo(site, `/docs/${path}/`);
  const name = [path, `${path}.html`, `${path}index.html`].find((each) => files.has(each)) ?? notFound;
  const { headers, chunks } = await encodedFor(
    documentationFile(name, site.to('')),
    String(accepted ?? ''),
    unpacker(context),
  );
  return {
    status: name === notFound ? 404 : 200,
    headers: { ...headers, 'content-type': mediaTypeOf(name), vary: 'accept-encoding', ...guards(site, name, build) },
    body: chunks,
  };
}

/**
 * Returns headers for caching and security. Files under `assets/` are cached permanently, because their names contain a
 * hash of the content. Pages are revalidated with each request.
 */
const guards = (site: Site, name: string, { hash }: DocumentationBuild): Readonly<Record<string, string>> =>
  name.startsWith('assets/')
    ? { 'cache-control': 'public, max-age=31536000, immutable' }
    : {
        ...pageHeaders(site, policy),
        'cache-control': 'no-cache',
        etag: `W/"${hash.slice(0, 16)}${site.to('')}"`,
      };

/**
 * Content security policy of the documentation. Scripts, styles and images must come from the service. Vue and the
 * theme each need a trusted types policy to create elements.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types vue default',
].join('; ');

/** Page that reloads itself until the documentation is built, because `npm start` builds it while the service runs. */
const notBuilt = (site: Site): Rendered => {
  const body = html`<p>The documentation is not built yet. After <code>npm start</code>, this takes about a minute. This page then shows it.</p>
<p>If the build failed, the reason is in <code>site/build.log</code>. To build again, run <code>npm run docs</code> in the folder of Tipstaff. The same pages are in the folder <code>docs</code>.</p>`;
  const headers = { 'retry-after': '10', refresh: '10' };
  return pageReply(site, { title: 'The documentation is being built', body }, 503, headers);
};
