export const serveCommands = {
  serve: {
    usage: 'serve',
    description: 'start the service; Ctrl-C or SIGTERM ends it once the running requests are answered',
  },
};
