// Container settings shared by the release image and the Dockerfile's image.

/** User id of the image's user. It is numeric because Kubernetes checks user ids, not names. */
export const imageUser = 10_001;
export const dataFolder = '/var/lib/tipstaff';

/** Includes the health check, a Docker extension that the OCI format does not define. Times are in ns. */
export const imageSettings = {
  User: `${imageUser}:${imageUser}`,
  ExposedPorts: { '8080/tcp': {} },
  Env: ['TIPSTAFF_HOST=0.0.0.0', `TIPSTAFF_DATA_DIR=${dataFolder}`],
  Cmd: ['tipstaff', 'serve'],
  Healthcheck: { Test: ['CMD', 'tipstaff', 'ping'], Interval: 20e9, Timeout: 5e9, StartPeriod: 20e9 },
  Volumes: { [dataFolder]: {} },
  WorkingDir: '/',
};
