// Rolldown and Vite plugin that writes `packages.json` next to a bundle: the packages whose code the bundle contains.
// The release notices are made from it. Plain JavaScript, so that it also runs on old Node.js versions.

/** Matches a package's folder in the path of one of its files. */
const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Code added by the bundler: the package it comes from, by the prefix of its module id. */
const helpers = { '\0rolldown/': 'rolldown', '\0@oxc-project+runtime': 'rolldown', '\0vite/': 'vite' };

const folderOf = (id) => {
  const [, helper] = Object.entries(helpers).find(([beginning]) => id.startsWith(beginning)) ?? [];
  return helper === undefined ? folder.exec(id.replace(/^\0/, ''))?.[0] : `node_modules/${helper}`;
};

/**
 * Returns the ids of modules in code chunks, the source files of assets, and the style modules, which leave no code in
 * the bundle.
 */
const idsOf = (bundle, modules) => [
  ...Object.values(bundle).flatMap(({ type, moduleIds, originalFileNames }) =>
    type === 'chunk' ? moduleIds : (originalFileNames ?? []),
  ),
  ...modules.filter((id) => /\.css(\?|$)/.test(id)),
];

/** Returns the plugin. Package folders are written relative to `root`, which ends with a slash. */
export const bundledPackages = (root) => ({
  name: 'bundled-packages',
  generateBundle(_, bundle) {
    const ids = idsOf(bundle, [...this.getModuleIds()]).map((id) =>
      id
        .replaceAll('\\', '/')
        .replace(root, '')
        .replace(/^\.\.\/.*?(?=node_modules\/)/, ''),
    );
    const folders = [...new Set(ids.map(folderOf))].filter((each) => each !== undefined).sort();
    this.emitFile({ type: 'asset', fileName: 'packages.json', source: `${JSON.stringify(folders, null, 2)}\n` });
  },
});
