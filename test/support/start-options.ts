import packageFile from '../../package.json' with { type: 'json' };

/** Node.js options of `npm start`, so that tests and benchmarks start the service as users do. */
export const startOptions: readonly string[] = packageFile.scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--'));
