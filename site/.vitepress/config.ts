import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { bundledPackages } from '../../scripts/bundled-packages.js';
import { codeTransformer, rego, theme } from '../code.ts';
import { addRules } from '../markdown.ts';
import { type Page, sections, source } from '../pages.ts';
import { writePlainText } from '../plain-text.ts';
import { type Plugin, searchBox } from '../search-box.ts';
import { slugOf } from '../slug.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
/** URL path of the site on a service. If the service has a path prefix, it adds the prefix. */
const base = '/docs/';

const itemOf = ({ path, title }: Page): DefaultTheme.SidebarItem => ({
  text: title,
  link: `/${path.replace(/(^|\/)index$/, '$1')}`,
});

const sidebar = sections.map(({ title, pages }) => ({ text: title, items: pages.map(itemOf) }));

/**
 * Vite plugin that resolves imports of `vue` in the compiled pages, because the pages are outside of the folder in
 * which the package is installed.
 */
const packages: Plugin = {
  name: 'packages',
  enforce: 'pre',
  resolveId(id, importer, options) {
    if (importer?.startsWith(source) !== true || !/^vue(\/|$)/.test(id)) return undefined;
    return this.resolve(id, join(root, 'package.json'), { ...options, skipSelf: true });
  },
};

/**
 * Moves inline scripts to a file and removes a style attribute. The service's content security policy does not allow
 * inline scripts or style attributes.
 */
function withoutInline(html: string, outDir: string): string {
  const inline = /<script id="check-[\w-]+">([\s\S]*?)<\/script>\s*/g;
  const code = [...html.matchAll(inline)].map(([, text = '']) => text.trim()).join('\n');
  const name = `assets/first.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
  mkdirSync(dirname(join(outDir, name)), { recursive: true });
  writeFileSync(join(outDir, name), `${code}\n`);
  const page = html
    .replaceAll(inline, '')
    // This style attribute is not needed, because a script sets the same style before it is used.
    .replace(' style="--vp-vh:0px;"', '')
    .replace('</head>', `<script src="${base}${name}"></script>\n  </head>`);
  const [left] = /<script(?![^>]* src=)[^>]*>|<style|<[^<>]* (style|on[a-z]+)=".*?"/.exec(page) ?? [];
  if (left !== undefined) throw new Error(`The content security policy of the service does not allow this: ${left}`);
  return page;
}

// biome-ignore lint/style/noDefaultExport: VitePress reads the default export
export default defineConfig({
  title: 'Tipstaff',
  titleTemplate: ':title · Tipstaff',
  description: 'Documentation of Tipstaff, a self-hosted governance service for infrastructure as code.',
  lang: 'en',
  base,
  srcDir: source,
  // Decision records are left out, because they are for developers, who read them in the repository.
  srcExclude: ['decisions/**'],
  outDir: join(root, 'dist/pages'),
  cleanUrls: true,
  // Links to services on the reader's own machine are not checked.
  ignoreDeadLinks: 'localhostLinks',
  // If VitePress disabled transitions, it would use an inline style element, which the content security policy does not
  // allow.
  appearance: { disableTransition: false },
  // The default value is a style attribute, which the content security policy does not allow.
  contentProps: {},
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}mark.svg` }]],
  markdown: {
    linkify: false,
    theme,
    languages: [rego],
    codeTransformers: [codeTransformer],
    anchor: { slugify: slugOf },
    config: addRules,
  },
  themeConfig: {
    logo: { src: '/mark.svg', alt: '' },
    nav: [{ text: 'Console', link: '/../', target: '_self' }],
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        detailedView: false,
        miniSearch: {
          searchOptions: { combineWith: 'AND', fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
        },
        // The architecture page is not indexed. It contains most words of the guides, and would rank above them in
        // search results.
        _render: async (text, env, md) =>
          env.relativePath === 'architecture.md' ? '' : await md.renderAsync(text, env),
      },
    },
    notFound: {
      title: 'Not found',
      quote: 'There is no page at this address. Use the search, or go to the start page.',
      linkLabel: 'Start page of the documentation',
      linkText: 'Start page of the documentation',
    },
  },
  transformHtml: (html, _, { siteConfig }) => withoutInline(html, siteConfig.outDir),
  buildEnd: ({ outDir }) => writePlainText(outDir, base),
  vite: {
    publicDir: join(root, 'public'),
    plugins: [packages, searchBox, bundledPackages(root)],
    build: { assetsInlineLimit: 0, reportCompressedSize: false, chunkSizeWarningLimit: 2_000 },
  },
});
