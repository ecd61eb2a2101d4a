// Plugin for Rolldown and Vite. It writes `packages.json` next to a bundle, with the packages whose code the bundle
// contains. The third-party notices of a release are made from this file. This module is plain JavaScript, so that it
// also runs on old Node.js versions.

/** Matches the folder of a package in a file path. */
const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Packages from which the bundler itself adds code, by the prefix of the added module's id. */
const helpers = { '\0rolldown/': 'rolldown', '\0@oxc-project+runtime': 'rolldown', '\0vite/': 'vite' };

const folderOf = (id) => {
  const [, helper] = Object.entries(helpers).find(([beginning]) => id.startsWith(beginning)) ?? [];
  return helper === undefined ? folder.exec(id.replace(/^\0/, ''))?.[0] : `node_modules/${helper}`;
};

/**
 * Returns the ids of all modules in the bundle: the modules in code chunks, the source files of assets, and style
 * modules. Style modules are listed separately, because they are not in any chunk.
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
