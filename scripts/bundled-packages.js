// Packages whose code is in a bundle, written beside it as `packages.json`: the notices of a release are made from it. Plain
// JavaScript for an old Node.

/** The folder of a package in the path of one of its files. */
const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Code that a bundler adds, by the beginning of its identifier. */
const helpers = { '\0rolldown/': 'rolldown', '\0@oxc-project+runtime': 'rolldown', '\0vite/': 'vite' };

const folderOf = (id) => {
  const [, helper] = Object.entries(helpers).find(([beginning]) => id.startsWith(beginning)) ?? [];
  return helper === undefined ? folder.exec(id.replace(/^\0/, ''))?.[0] : `node_modules/${helper}`;
};

/** Code, and files that it names; styles are modules that leave no code. */
const idsOf = (bundle, modules) => [
  ...Object.values(bundle).flatMap(({ type, moduleIds, originalFileNames }) =>
    type === 'chunk' ? moduleIds : (originalFileNames ?? []),
  ),
  ...modules.filter((id) => /\.css(\?|$)/.test(id)),
];

/** A plugin of Rolldown and Vite. Folders are written as seen from `root`, which ends with a slash. */
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
