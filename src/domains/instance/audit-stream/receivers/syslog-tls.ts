// Syslog receivers over TLS (RFC 5425). Syslog has no acknowledgements. This service closes its side of the connection
// after a batch. If the receiver responds by closing its side, it has read all data that was sent before (RFC 5425,
// 4.4). A receiver that is killed usually resets the connection instead.
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
