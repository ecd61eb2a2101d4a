import { https } from './https.ts';
import { syslogTls } from './syslog-tls.ts';

export const receiverKinds = { https, 'syslog-tls': syslogTls };

/** Settings of all receiver types. */
export const receiverAttributes = { ...https.attributes, ...syslogTls.attributes };
