export const clockCommands = {
  confirm: {
    usage: 'clock confirm',
    description: 'confirm that the clock is right although it was set back, so that waiting jobs continue',
  },
};
