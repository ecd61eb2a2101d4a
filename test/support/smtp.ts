// Example mail, and settings for mail servers.
import type { MailServer, OutgoingMail } from '../../src/effects/mail.ts';
import { connected, type Script } from './mailbox.ts';

export const outgoing: OutgoingMail = {
  to: 'reader@example.com',
  subject: 'Grüße & <more>',
  text: 'One line.\n.\nAnother, after a line with a dot.\n',
  html: '<p>One line.</p>',
  messageId: '<one@tipstaff.example.com>',
  writtenAt: Date.parse('2024-05-06T07:08:09Z'),
};

export const serverOn = (port: number, others: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  sender: 'tipstaff@example.com',
  auth: 'none',
  username: null,
  password: null,
  tls: 'auto',
  authorities: null,
  clientName: 'tipstaff.example.com',
  ...others,
});

/** Returns a script that accepts every SMTP command, except for commands in `others`, which get the given replies. */
export const answering = (others: Readonly<Record<string, string>>): Script => {
  const usual: Readonly<Record<string, string>> = {
    [connected]: '220 here',
    EHLO: '250-here\r\n250 AUTH PLAIN',
    AUTH: '235 welcome',
    MAIL: '250 fine',
    RCPT: '250 fine',
    DATA: '354 go on',
    '.': '250 taken',
    ...others,
  };
  return (line) => usual[line.split(/[ :]/)[0] ?? ''];
};
