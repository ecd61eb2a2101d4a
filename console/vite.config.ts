import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { bundledPackages } from '../scripts/bundled-packages.js';
import { proxyTo } from './dev-proxy.ts';
import { usedStyles } from './used-styles.ts';

// biome-ignore lint/style/noProcessEnv: set by `npm run dev`, never by the product
const { TIPSTAFF_DEV_SERVICE: service } = process.env;

// biome-ignore lint/style/noDefaultExport: Vite reads the default export
export default defineConfig({
  // Assets refer to each other with relative URLs, because the path prefix of the service is unknown at build time.
  base: './',
  plugins: [usedStyles, bundledPackages(fileURLToPath(new URL('./', import.meta.url)))],
  // Gives access to the API client, which is outside of the console's folder.
  server: { fs: { allow: ['..'] }, ...(service !== undefined && { proxy: proxyTo(service) }) },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    manifest: 'manifest.json',
    target: 'es2023',
    // Oldest browsers that support `light-dark()`. For older browsers, the build would replace `light-dark()` with code
    // that requires a rule which no style sheet of the console contains. Styles in scripts also use `light-dark()`.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // Small files are not converted to `data:` URLs, because the content security policy does not allow styles or
    // scripts in them.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'src/main.tsx',
      output: {
        // Combines modules, so that the browser loads only a few files for the pages that are opened first. A group
        // also contains the modules that its own modules import. If a module belongs to several groups, the priority
        // decides.
        codeSplitting: {
          groups: [
            // Modules that all queries and changes use. The queries themselves are in the files of the pages that use
            // them.
            {
              name: 'api',
              test: /(src\/api\/(client|included|list|or-absent|query)|\/client\/[a-z.-]+)\.ts$/,
              priority: 6,
            },
            { name: 'shell', test: /src\/(main|pages\/home\/home)\.tsx$/, priority: 5 },
            {
              name: 'pages',
              // Includes two helpers of the component library. Otherwise pages would have to load dialogs and tables
              // because of them.
              test: /(src\/components\/(section|time|tag|fact|notify|secret)\.tsx|\/(get-env|to-int)\.mjs)$/,
              priority: 4,
            },
            { name: 'list-pages', test: /src\/components\/list-pages\.tsx$/, priority: 3.5 },
            { name: 'lists', test: /src\/components\/list-view\.tsx$/, priority: 3 },
            {
              name: 'forms',
              test: /(src\/components\/(api-form|confirm|form-dialog)|\/Textarea\/Textarea)\.[a-z]+$/,
              priority: 2,
            },
            // Queries that several pages use are in one file, so that each page loads only a few files.
            {
              name: 'queries',
              test: /src\/api\/(delegations|exemptions|findings|members|or-absent|policies|policy-sets|policy-tests|teams|upload|workspaces)\.ts$/,
              priority: 1,
            },
            { name: 'evaluation', test: /src\/pages\/evaluations\/evaluation\.tsx$/, priority: 0 },
          ],
        },
      },
    },
  },
});
