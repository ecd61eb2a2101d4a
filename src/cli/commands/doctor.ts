const run = () => import('../actions/doctor.ts');

export const doctorCommands = {
  doctor: {
    usage: 'doctor',
    description:
      'check the configuration, the data, the database and the machine, and say what to do; it changes nothing',
    run,
  },
};
