import { commandsOf } from '../command.ts';

const declared = {
  doctor: {
    usage: 'doctor',
    description:
      'check the configuration, the data, the database and the machine, and say how to fix problems; it changes nothing',
  },
};

export const doctorCommands = commandsOf(declared, () => import('../actions/doctor.ts'));
