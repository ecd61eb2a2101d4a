// Replies of an SMTP server, as they may be shown: its reply lines alone, and never the credentials or the links that it
// got.

const maxLength = 1_000;
const replyLine = /^[2-5]\d\d(?:[ -]|$)/;

interface Credentials {
  readonly username: string | null;
  readonly password: string | null;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The forms in which credentials go over the wire, and a server might say them back. */
const secretsIn = ({ username, password }: Credentials): readonly string[] =>
  password === null || password === '' ? [] : [password, base64(password), base64(`\0${username ?? ''}\0${password}`)];

/** As many characters in a row as the secret of a link in a mail has. */
const capability = /[A-Za-z0-9_-]{43,}/g;

/** The reply lines of what a server sent, with nothing in them that is secret or cannot be printed. */
export const repliesIn = (sent: string, credentials: Credentials): string => {
  const lines = sent.split(/\r?\n/).filter((line) => replyLine.test(line));
  const hidden = secretsIn(credentials).reduce((text, secret) => text.replaceAll(secret, '***'), lines.join(' '));
  return hidden
    .replaceAll(capability, '***')
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, maxLength)
    .trim();
};
