import { webLink } from '../../../lib/network/web-link.ts';
import { type Html, type HtmlValue, html, safeHtml } from '../../../lib/text/html.ts';
import { callout, type PageContent } from '../../../pages/layout.ts';
import type { Site } from '../../../pages/site.ts';
import type { DownloadRow } from '../protocol/downloads.ts';
import type { VersionAccess } from '../registry/access.ts';
import { readContents, type StoredContents } from '../registry/contents.ts';
import { type AvailableVersion, newestUndeprecatedOf } from '../registry/newest.ts';
import { addressOf, pathOfVersion } from './paths.ts';

export interface VersionPageData extends Pick<VersionAccess, 'module' | 'version'> {
  /** The versions that can be installed, newest first. */
  readonly versions: readonly AvailableVersion[];
  /** The consumers that downloaded it; only for members who may manage modules. */
  readonly downloads: readonly DownloadRow[] | undefined;
}

const readable = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A page without scripts does not know the time zone of its reader. */
const timeOf = (at: string): Html => html`<time datetime="${at}">${readable.format(new Date(at))} UTC</time>`;

/** The page of a version: whether it is deprecated, how to use it, and what it declares. */
export function versionPage(site: Site, data: VersionPageData): PageContent {
  const { module, version } = data;
  const contents = readContents(version.contents);
  const source = `${new URL(site.address).host}/${addressOf(module)}`;
  return {
    title: `${addressOf(module)} ${version.version}`,
    body: html`${deprecation(site, data)}
${version.status === 'pending' && callout('warn', html`<p>This version has no archive yet and cannot be installed.</p>`)}
${version.status === 'ok' && moduleBlock(source, module.name, version.version)}
<dl>
<dt>Source</dt><dd>${source}</dd>
<dt>Version</dt><dd>${version.version}</dd>
<dt>Published</dt><dd>${timeOf(version.updated_at)}</dd>
${version.sha256 !== null && html`<dt>SHA-256</dt><dd>${version.sha256}</dd>`}
</dl>
${readme(contents)}
${inputs(contents)}
${outputs(contents)}
${versionsList(site, data)}
${downloadsTable(data)}
<p><a href="${site.to(`/registry/${module.organization_name}`)}">All modules of ${module.organization_name}</a></p>`,
  };
}

/** Block of a configuration that calls the version; one click selects all of it. */
const moduleBlock = (source: string, name: string, version: string): Html =>
  html`<pre class="block"><code>module "${labelOf(name)}" {
  source  = "${source}"
  version = "${version}"
}</code></pre>`;

/** Names in a configuration begin with a letter or an underscore. */
const labelOf = (name: string): string => (/^[a-z]/i.test(name) ? name : `_${name}`);

/** As Markdown, for archives that were read that way; otherwise the text. */
const readme = ({ readme: text, readmeHtml }: StoredContents): HtmlValue => {
  if (readmeHtml !== null)
    return html`<h2>Readme</h2>\n<div class="readme"><div class="rich">${safeHtml(readmeHtml)}</div></div>`;
  return text && html`<h2>Readme</h2>\n<div class="text">${text}</div>`;
};

const maxListed = 100;

const badge = html`<span class="badge">Deprecated</span>`;

const versionLink = (site: Site, { module }: VersionPageData, version: string): Html =>
  html`<a href="${site.to(pathOfVersion(module, version))}">${version}</a>`;

const instead = (site: Site, data: VersionPageData): Html => {
  const newest = newestUndeprecatedOf(data.versions);
  return newest === undefined
    ? html`<p>This module has no version that is not deprecated.</p>`
    : html`<p>The newest version that is not deprecated is ${versionLink(site, data, newest.version)}.</p>`;
};

/** The publisher's words; only an http or https address becomes a link. */
const deprecation = (site: Site, data: VersionPageData): HtmlValue => {
  const { deprecation_id, reason, link } = data.version;
  return (
    deprecation_id !== null &&
    callout(
      'warn',
      html`<p>${badge} Consider installing an updated version.</p>
${reason && html`<div class="text">${reason}</div>`}
${link && html`<div class="rich">${webLink(link)}</div>`}
${instead(site, data)}`,
    )
  );
};

const table = (heading: string, columns: readonly string[], rows: readonly (readonly HtmlValue[])[]): HtmlValue =>
  rows.length > 0 &&
  html`<h2>${heading}</h2>
<div class="wide"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table></div>`;

const inputs = ({ inputs: all }: StoredContents): HtmlValue =>
  table(
    'Inputs',
    ['Name', 'Type', 'Default', 'Description'],
    all.map(({ name, type, default: usual, required, description }) => [
      name,
      type ?? 'any',
      required ? 'required' : usual,
      description,
    ]),
  );

const outputs = ({ outputs: all }: StoredContents): HtmlValue =>
  table(
    'Outputs',
    ['Name', 'Description'],
    all.map(({ name, description }) => [name, description]),
  );

const downloadsTable = ({ downloads }: VersionPageData): HtmlValue => {
  if (downloads === undefined) return undefined;
  if (downloads.length === 0) return html`<h2>Downloads</h2>\n<p>Nobody has downloaded this version yet.</p>`;
  return table(
    'Downloads',
    ['Consumer', 'Downloads', 'Last download'],
    downloads.map(({ consumer, name, count, last_downloaded_at }) => [
      name ?? consumer,
      count,
      timeOf(last_downloaded_at),
    ]),
  );
};

const versionsList = (site: Site, data: VersionPageData): HtmlValue => {
  const { versions } = data;
  const rest = versions.length - maxListed;
  return (
    versions.length > 0 &&
    html`<h2>Versions</h2>
<ul>
${versions
  .slice(0, maxListed)
  .map(
    ({ version, deprecation_id }) =>
      html`<li>${versionLink(site, data, version)}${deprecation_id !== null && html` ${badge}`}</li>\n`,
  )}${rest > 0 && html`<li>and ${rest} more</li>\n`}</ul>`
  );
};
