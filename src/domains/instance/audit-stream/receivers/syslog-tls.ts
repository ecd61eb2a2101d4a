// Syslog receivers over TLS (RFC 5425). Syslog has no acknowledgements. A receiver that answers the close of the
// connection with its own close has read everything before it (RFC 5425, 4.4), whereas a receiver that is killed
// usually resets the connection.
import { sendOverTls } from '../../../../effects/tls-message.ts';
import { HostOrBlank, Port } from '../../../../jsonapi/schema.ts';
import { syslogFrame } from '../../../../protocols/audit-stream/syslog.ts';
import { clearable, required, value } from '../../settings/group.ts';
import { receiverKind } from './receiver.ts';

const usualPort = 6_514;

export const syslogTls = receiverKind({
  attributes: {
    'syslog-host': clearable(HostOrBlank()),
    'syslog-port': value(Port(), usualPort),
  },
  faults: (values) => required(values, 'syslog-host'),
  send: ({ 'syslog-host': host, 'syslog-port': port }, lines, sender) => {
    const text = lines.map((line) => syslogFrame(line, sender.host)).join('');
    return sendOverTls({ host: host ?? '', port }, text, sender);
  },
});
