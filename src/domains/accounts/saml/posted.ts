// The form that a browser posts from the provider's site.
import type { IncomingMessage } from 'node:http';
import { boundedChunks } from '../../../http/body.ts';
import { ApiError } from '../../../jsonapi/errors.ts';
import { formPairs } from '../../../lib/form.ts';
import type { Reason } from './refused.ts';

/** The largest form, in bytes: larger than the API takes bodies, so that its refusal can be recorded. */
const largestForm = 4_194_304;
const formType = 'application/x-www-form-urlencoded';

/** What came, as far as it could be read. */
export interface Posted {
  /** What the provider asks, in base64; undefined where it asks nothing. */
  readonly request: string | undefined;
  /** What the provider answers, in base64; empty where it answers nothing. */
  readonly response: string;
  readonly relayState: string | undefined;
  /** Why it could not be read. */
  readonly unreadable?: Reason;
}

const unreadable = (reason: Reason): Posted => ({
  request: undefined,
  response: '',
  relayState: undefined,
  unreadable: reason,
});

/** The body; undefined when it is too large. */
const textOf = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of boundedChunks(request, largestForm)) chunks.push(chunk);
  } catch (error) {
    if (error instanceof ApiError && error.status === 413) return undefined;
    throw error;
  }
  return Buffer.concat(chunks).toString('latin1');
};

const pairsIn = (text: string): ReturnType<typeof formPairs> | undefined => {
  try {
    return formPairs(text);
  } catch {
    return undefined;
  }
};

/** Of a field that is there twice, each reader may mean another one: nobody means well by that. */
const formIn = (text: string): Posted => {
  const pairs = pairsIn(text);
  const fields = new Map(pairs);
  if (pairs === undefined || fields.size !== pairs.length) return unreadable('malformed');
  const response = fields.get('SAMLResponse') ?? '';
  return { request: fields.get('SAMLRequest'), response, relayState: fields.get('RelayState') };
};

/** Reads the form. */
export const readPosted = async (request: IncomingMessage): Promise<Posted> => {
  const text = await textOf(request);
  if (text === undefined) return unreadable('too-large');
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return type === formType ? formIn(text) : unreadable('malformed');
};
