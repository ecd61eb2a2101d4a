import { https } from './https.ts';
import { syslogTls } from './syslog-tls.ts';

export const receiverKinds = { https, 'syslog-tls': syslogTls };

/** The settings of all kinds. */
export const receiverAttributes = { ...https.attributes, ...syslogTls.attributes };
