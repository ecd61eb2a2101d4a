// The form that a browser posts from the provider's site.
import type { IncomingMessage } from 'node:http';
import { boundedChunks } from '../../http/body.ts';
import { ApiError } from '../../jsonapi/errors.ts';
import { formFields } from '../../lib/form.ts';
import type { Reason } from './refused.ts';

/** The largest form, in bytes: larger than the API takes bodies, so that its refusal can be recorded. */
const largestForm = 4_194_304;
const formType = 'application/x-www-form-urlencoded';

/** What came, as far as it could be read. */
export interface Posted {
  readonly response: string;
  readonly relayState: string;
  /** Why it could not be read. */
  readonly unreadable?: Reason;
}

const unreadable = (reason: Reason): Posted => ({ response: '', relayState: '', unreadable: reason });

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

const formIn = (text: string): Posted => {
  try {
    const { SAMLResponse: response = '', RelayState: relayState = '' } = formFields(text);
    return { response, relayState };
  } catch {
    return unreadable('malformed');
  }
};

/** Reads the form. */
export const readPosted = async (request: IncomingMessage): Promise<Posted> => {
  const text = await textOf(request);
  if (text === undefined) return unreadable('too-large');
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return type === formType ? formIn(text) : unreadable('malformed');
};
