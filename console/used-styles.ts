// Styles of the component library, of the components that the console uses: those of all would be twice as large.
import { basename } from 'node:path';
import type { Plugin } from 'vite';

const all = '@mantine/core/styles.css';
const base = ['baseline', 'default-css-variables', 'global'];

/** Class names of a component, in a module of the library that every use of the component imports. */
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
