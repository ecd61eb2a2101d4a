// Bundles only the styles of the library components that the console uses. The styles of all components would be twice
// as large.
import { basename } from 'node:path';
import type { Plugin } from 'vite';

const all = '@mantine/core/styles.css';
const base = ['baseline', 'default-css-variables', 'global'];

/** Matches the library module with the class names of a component. Every use of the component imports this module. */
const classNames = /@mantine\/core\/esm\/.*\.module\.mjs$/;

const stylesOf = (name: string): string => `@mantine/core/styles/${name}.css`;

export const usedStyles: Plugin = {
  name: 'used-styles',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) => (source === all ? '\0base-styles' : null),
  load: (id) => (id === '\0base-styles' ? base.map((name) => `import '${stylesOf(name)}';`).join('\n') : null),
  transform: {
    filter: { id: classNames },
    handler: (code, id) => ({ code: `import '${stylesOf(basename(id, '.module.mjs'))}';\n${code}`, map: null }),
  },
};
