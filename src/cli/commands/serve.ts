import { commandsOf } from '../command.ts';
import { flag } from '../options.ts';

const declared = {
  serve: {
    usage: 'serve',
    description: 'start the service; Ctrl-C or SIGTERM stops it after the running requests are answered',
    options: {
      acceptRollback: flag(
        '--accept-rollback',
        'start with a database that lacks its latest changes, because it was copied too early or restored to an earlier time',
      ),
    },
  },
};

export type ServeCommands = typeof declared;

export const serveCommands = commandsOf(declared, () => import('../actions/serve.ts'));
