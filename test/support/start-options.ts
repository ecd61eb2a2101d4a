import packageFile from '../../package.json' with { type: 'json' };

/** Node's own options in `npm start`: what is tested and measured is what users start. */
export const startOptions: readonly string[] = packageFile.scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--'));
