import { commandsOf } from '../command.ts';
import { flag } from '../options.ts';

const declared = {
  serve: {
    usage: 'serve',
    description: 'start the service; Ctrl-C or SIGTERM ends it once the running requests are answered',
    options: {
      acceptRollback: flag(
        '--accept-rollback',
        'start with a database that was copied without its latest changes, or set back to an earlier time',
      ),
    },
  },
};

export type ServeCommands = typeof declared;

export const serveCommands = commandsOf(declared, () => import('../actions/serve.ts'));
