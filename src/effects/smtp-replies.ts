// Prepares the replies of an SMTP server for display. Only the reply lines are kept, without any credentials and links
// that the server repeats.

const maxLength = 1_000;
const replyLine = /^[2-5]\d\d(?:[ -]|$)/;

interface Credentials {
  readonly username: string | null;
  readonly password: string | null;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Returns the password in all encodings in which it is sent, because a server might repeat any of them. */
const secretsIn = ({ username, password }: Credentials): readonly string[] =>
  password === null || password === '' ? [] : [password, base64(password), base64(`\0${username ?? ''}\0${password}`)];

/** Matches text that is at least as long as the secret part of a link in a mail. */
const capability = /[A-Za-z0-9_-]{43,}/g;

/** Returns the reply lines in a server's output, without secrets and unprintable characters. */
export const repliesIn = (sent: string, credentials: Credentials): string => {
  const lines = sent.split(/\r?\n/).filter((line) => replyLine.test(line));
  const hidden = secretsIn(credentials).reduce((text, secret) => text.replaceAll(secret, '***'), lines.join(' '));
  return hidden
    .replaceAll(capability, '***')
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, maxLength)
    .trim();
};
