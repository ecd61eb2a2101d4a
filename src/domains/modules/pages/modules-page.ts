import type { Page } from '../../../kernel/page.ts';
import { type Html, html } from '../../../lib/text/html.ts';
import type { PageContent } from '../../../pages/layout.ts';
import type { Site } from '../../../pages/site.ts';
import type { ShownModule } from '../registry/modules.ts';
import { newestOf } from '../registry/newest.ts';
import { addressOf, pathOfVersion } from './paths.ts';

export const modulesPage = (site: Site, organization: string, listed: Page<ShownModule>): PageContent => ({
  title: `Modules of ${organization}`,
  body:
    listed.total === 0
      ? html`<p>There are no modules yet.</p>`
      : html`<ul>
${listed.rows.map((module) => item(site, module))}</ul>
${pages(site, organization, listed)}`,
});

function item(site: Site, module: ShownModule): Html {
  const newest = newestIn(module);
  const name = `${module.name}/${module.provider}`;
  return newest === undefined
    ? html`<li>${name}, nothing to install yet</li>\n`
    : html`<li><a href="${site.to(`/registry/${addressOf(module)}`)}">${name}</a>, newest <a href="${site.to(pathOfVersion(module, newest))}">${newest}</a></li>\n`;
}

/** The version that the module's own address leads to. */
const newestIn = ({ versions }: ShownModule): string | undefined =>
  newestOf(versions.filter(({ status }) => status === 'ok'))?.version;

function pages(site: Site, organization: string, { request, total }: Page<unknown>): Html {
  const to = (number: number) => site.to(`/registry/${organization}?page[number]=${number}&page[size]=${request.size}`);
  const last = Math.max(1, Math.ceil(total / request.size));
  return html`<p>${request.number > 1 && html`<a href="${to(Math.min(request.number, last + 1) - 1)}">Previous</a> `}${
    request.number < last && html`<a href="${to(request.number + 1)}">Next</a>`
  }</p>`;
}
