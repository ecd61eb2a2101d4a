export const doctorCommands = {
  doctor: {
    usage: 'doctor',
    description:
      'check the configuration, the data, the database and the machine, and say how to fix problems; nothing is changed',
  },
};
