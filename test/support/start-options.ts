import packageFile from '../../package.json' with { type: 'json' };

/** Node.js options from `npm start`. Tests and benchmarks use them to start the service as users do. */
export const startOptions: readonly string[] = packageFile.scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--'));
