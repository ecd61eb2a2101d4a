// The program as a few files instead of some 1,500: it starts in less than half of the time.
// Plain JavaScript for an old Node, which starts the set-up.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

/** Folder of the bundles in the project at `root`, a path that ends with a slash: `dist/NAME/`, the newest named in `dist/current`. */
export const bundleFolder = (root, name) => `${root}dist/${name}/`;
export const currentFile = (root) => `${root}dist/current`;

const lineOf = (root, path) => {
  const { size, mtimeMs } = statSync(root + path);
  return `${path} ${size} ${mtimeMs}`;
};

/** Looks at no entry of a folder twice: that would take twice as long, at each start. */
const linesOf = (root, folder) =>
  readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return linesOf(root, path);
    return path.endsWith('.test.ts') ? [] : lineOf(root, path);
  });

/** The name of the bundle of the sources as they are. Reads no file: that would cost what the bundle saves. */
export const bundleName = (root) =>
  createHash('sha256')
    .update(
      [
        ...['package-lock.json', 'scripts/bundle.js'].map((path) => lineOf(root, path)),
        ...['src', 'client'].flatMap((folder) => linesOf(root, folder)),
      ].join('\n'),
    )
    .digest('hex')
    .slice(0, 16);

/**
 * The entry of the bundle; undefined where it is missing, or older than the sources. Only in a repository do sources
 * change; elsewhere (in an image, say) the bundle came with the program.
 */
export const currentBundle = (root) => {
  if (!existsSync(currentFile(root))) return undefined;
  const name = readFileSync(currentFile(root), 'utf8');
  const isOld = existsSync(`${root}.git`) && name !== bundleName(root);
  return isOld ? undefined : `${bundleFolder(root, name)}main.js`;
};
