import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { bundledPackages } from '../scripts/bundled-packages.js';
import { proxyTo } from './dev-proxy.ts';
import { usedStyles } from './used-styles.ts';

// biome-ignore lint/style/noProcessEnv: set by `npm run dev`, never by the product
const { TIPSTAFF_DEV_SERVICE: service } = process.env;

// biome-ignore lint/style/noDefaultExport: Vite reads the default export
export default defineConfig({
  // Assets name each other relative to themselves: the service may have a path prefix, which no build knows.
  base: './',
  plugins: [usedStyles, bundledPackages(fileURLToPath(new URL('./', import.meta.url)))],
  // The client of the API is beside the console.
  server: { fs: { allow: ['..'] }, ...(service !== undefined && { proxy: proxyTo(service) }) },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    manifest: 'manifest.json',
    target: 'es2023',
    // They have light-dark(), which styles in scripts use too. What replaces it for others needs a rule that no style sheet here has.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // A small file stays a file: the content security policy allows no styles or scripts in addresses.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'src/main.tsx',
      output: {
        // Pages that are opened first are a few files: a group takes what its modules import, too, by its priority.
        codeSplitting: {
          groups: [
            // What every query and change is made of. The queries themselves come with the pages that use them.
            {
              name: 'api',
              test: /(src\/api\/(client|included|list|or-absent|query)|\/client\/[a-z.-]+)\.ts$/,
              priority: 6,
            },
            { name: 'shell', test: /src\/(main|pages\/home\/home)\.tsx$/, priority: 5 },
            {
              name: 'pages',
              // With two helpers of the library, for which a page would else load dialogs and tables.
              test: /(src\/components\/(section|time|tag|fact|notify)\.tsx|\/(get-env|to-int)\.mjs)$/,
              priority: 4,
            },
            { name: 'list-pages', test: /src\/components\/list-pages\.tsx$/, priority: 3.5 },
            { name: 'lists', test: /src\/components\/list-view\.tsx$/, priority: 3 },
            {
              name: 'forms',
              test: /(src\/components\/(api-form|confirm|form-dialog)|\/Textarea\/Textarea)\.[a-z]+$/,
              priority: 2,
            },
            { name: 'line', test: /src\/components\/charts\/organization-line\.tsx$/, priority: 1.5 },
            // Those of several pages are one file, so that a page needs few.
            {
              name: 'queries',
              test: /src\/api\/(delegations|exemptions|findings|members|or-absent|policies|policy-sets|policy-tests|teams|upload|workspaces)\.ts$/,
              priority: 1,
            },
            { name: 'evaluation', test: /src\/pages\/evaluations\/evaluation\.tsx$/, priority: 0 },
            {
              name: 'administrators',
              test: /src\/pages\/(home\/site-matters|first-steps\/invitation)\.tsx$/,
              priority: 0,
            },
          ],
        },
      },
    },
  },
});
