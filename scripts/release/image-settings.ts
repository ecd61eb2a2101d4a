// Settings of containers, alike in the image of a release and in what the Dockerfile makes.

/** Number of the user that the image runs as: Kubernetes compares numbers, not names. */
export const imageUser = 10_001;
export const dataFolder = '/var/lib/tipstaff';

/** Docker reads a health check there, which the format does not know; times are in ns. */
export const imageSettings = {
  User: `${imageUser}:${imageUser}`,
  ExposedPorts: { '8080/tcp': {} },
  Env: ['TIPSTAFF_HOST=0.0.0.0', `TIPSTAFF_DATA_DIR=${dataFolder}`],
  Cmd: ['tipstaff', 'serve'],
  Healthcheck: { Test: ['CMD', 'tipstaff', 'ping'], Interval: 20e9, Timeout: 5e9, StartPeriod: 20e9 },
  Volumes: { [dataFolder]: {} },
  WorkingDir: '/',
};
