export const configCommands = {
  show: {
    usage: 'config show',
    description:
      'show every effective value and its origin: a variable, a line of the configuration file, or the default',
  },
  check: {
    usage: 'config check',
    description: 'report every problem in the variables and the configuration file; exit status 1 if there are any',
  },
  example: {
    usage: 'config example',
    description: 'print a configuration file in which every key is a comment, with its meaning and default',
  },
  schema: {
    usage: 'config schema',
    description: 'print the JSON Schema of the configuration file, for editors',
  },
};
