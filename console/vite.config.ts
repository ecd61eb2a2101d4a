import { defineConfig } from 'vite';

// biome-ignore lint/style/noDefaultExport: Vite reads the default export
export default defineConfig({
  // Assets name each other relative to themselves: the service may have a path prefix, which no build knows.
  base: './',
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
