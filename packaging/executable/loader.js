// The first code of the executable, and of each of its threads. It runs the bundle, whose files are assets: their addresses begin
// with the path of the executable, below which no disk can have a file, and the program loads no code from anywhere else.
const { createRequire, isBuiltin, registerHooks } = process.getBuiltinModule('node:module');
const { getAsset } = process.getBuiltinModule('node:sea');
const { pathToFileURL } = process.getBuiltinModule('node:url');
const { isMainThread, threadName } = process.getBuiltinModule('node:worker_threads');

const root = pathToFileURL(`${process.execPath}/`).href;

registerHooks({
  resolve: (specifier, { parentURL = root }, next) => {
    if (isBuiltin(specifier)) return next(specifier);
    const url = URL.parse(specifier, parentURL)?.href ?? '';
    if (/^(\.|file:)/.test(specifier) && url.startsWith(root)) return { url, shortCircuit: true };
    throw Object.assign(new Error(`There is no ${specifier} in the executable.`), { code: 'MODULE_NOT_FOUND' });
  },
  load: (url, context, next) => {
    if (!url.startsWith(root)) return next(url, context);
    return { format: 'module', source: getAsset(url.slice(root.length), 'utf8'), shortCircuit: true };
  },
});

/** The file that a process runs: the command line, unless the program itself names another one as the first word. */
const entryOfProcess = () => {
  const [, , first = ''] = process.argv;
  if (!first.startsWith('tipstaff:')) return 'dist/program/main.js';
  process.argv.splice(1, 1);
  return first.slice('tipstaff:'.length);
};

createRequire(root)(`./${isMainThread ? entryOfProcess() : threadName}`);
