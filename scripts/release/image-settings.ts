// Container settings that the release image and the Dockerfile's image have in common.

/**
 * User identifier that the image runs as. It is numeric because Kubernetes checks user identifiers instead of names.
 */
export const imageUser = 10_001;
export const dataFolder = '/var/lib/tipstaff';

/** Container settings. The health check is a Docker extension of the OCI format, and its times are in nanoseconds. */
export const imageSettings = {
  User: `${imageUser}:${imageUser}`,
  ExposedPorts: { '8080/tcp': {} },
  Env: ['TIPSTAFF_HOST=0.0.0.0', `TIPSTAFF_DATA_DIR=${dataFolder}`],
  Cmd: ['tipstaff', 'serve'],
  Healthcheck: { Test: ['CMD', 'tipstaff', 'ping'], Interval: 20e9, Timeout: 5e9, StartPeriod: 20e9 },
  Volumes: { [dataFolder]: {} },
  WorkingDir: '/',
};
