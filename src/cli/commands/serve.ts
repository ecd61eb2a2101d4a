import { flag } from '../options.ts';

const run = () => import('../actions/serve.ts');

export const serveCommands = {
  serve: {
    usage: 'serve',
    description: 'start the service; Ctrl-C or SIGTERM ends it once the running requests are answered',
    options: {
      acceptRollback: flag(
        '--accept-rollback',
        'start with a database that was copied without its latest changes, or set back to an earlier time',
      ),
    },
    run,
  },
};
