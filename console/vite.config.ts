import { defineConfig } from 'vite';
import { proxyTo } from './dev-proxy.ts';

// biome-ignore lint/style/noProcessEnv: set by `npm run dev`, never by the product
const { TIPSTAFF_DEV_SERVICE: service } = process.env;

// biome-ignore lint/style/noDefaultExport: Vite reads the default export
export default defineConfig({
  // Assets name each other relative to themselves: the service may have a path prefix, which no build knows.
  base: './',
  server: service === undefined ? {} : { proxy: proxyTo(service) },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    manifest: 'manifest.json',
    target: 'es2023',
    modulePreload: { polyfill: false },
    // A small file stays a file: the content security policy allows no styles or scripts in addresses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: 'src/main.tsx' },
  },
});
