export const licensesCommands = {
  licenses: {
    usage: 'licenses',
    description: 'print the licenses of the software that is part of the program',
  },
};
