import { flag } from '../../terminal/options.ts';

export const serveCommands = {
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

export const pingCommands = {
  ping: {
    usage: 'ping',
    description:
      'check that the service on this machine answers, for example as the health check of a container; exit status 1 if it does not',
  },
};
