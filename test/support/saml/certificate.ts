// Creates self-signed certificates for identity providers and for servers on this machine. Node.js can read
// certificates but not create them.
import { createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';

/** Private key and its certificate, both in PEM format. */
export interface KeyPair {
  readonly privateKey: string;
  readonly certificate: string;
}

const lengthOf = (size: number): readonly number[] => {
  if (size < 128) return [size];
  const bytes = size < 256 ? [size] : [size >> 8, size & 255];
  return [128 | bytes.length, ...bytes];
};

const der = (tag: number, ...parts: readonly (Uint8Array | readonly number[])[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
};

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);

const sha256WithRsa = sequence(der(0x06, [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 11]), der(0x05));

const nameOf = (text: string): Buffer =>
  sequence(der(0x31, sequence(der(0x06, [0x55, 4, 3]), der(0x0c, Buffer.from(text)))));

const moment = (milliseconds: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(milliseconds).toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`));

const armoured = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

const day = 86_400_000;

/** Returns the subject alternative name extension with `localhost` and, if `hasAddress` is set, 127.0.0.1. */
const ofThisMachine = (hasAddress: boolean): Buffer =>
  sequence(
    sequence(
      der(0x06, [0x55, 0x1d, 0x11]),
      der(0x04, sequence(der(0x82, Buffer.from('localhost')), ...(hasAddress ? [der(0x87, [127, 0, 0, 1])] : []))),
    ),
  );

/** Returns a key pair for a TLS server on this machine. */
export const newServerKeyPair = ({ hasAddress = true, days = 1 } = {}): KeyPair =>
  newKeyPair(days, der(0xa3, ofThisMachine(hasAddress)));

/**
 * Returns a new RSA key with a certificate that is valid for the given number of days. With a negative number the
 * certificate has already expired.
 */
export const newKeyPair = (days = 365, extensions: Buffer = Buffer.alloc(0)): KeyPair => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  // Each certificate gets a unique name. With equal names, a verifier could mistake any trusted certificate for the
  // issuer.
  const name = nameOf(`Test ${randomUUID()}`);
  const end = Date.now() + days * day;
  const content = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    sha256WithRsa,
    name,
    sequence(moment(Math.min(Date.now(), end) - day), moment(end)),
    name,
    publicKey,
    extensions,
  );
  const signature = der(0x03, [0], sign('sha256', content, privateKey));
  return { privateKey, certificate: armoured(sequence(content, sha256WithRsa, signature)) };
};
