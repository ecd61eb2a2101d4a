// The HTTP-POST binding: the form that a browser posts from the identity provider's site.
import type { IncomingMessage } from 'node:http';
import { boundedChunks } from '../../../http/body.ts';
import { ApiError } from '../../../jsonapi/errors.ts';
import { formPairs } from '../../../lib/form.ts';
import type { SamlErrorCode } from '../../../protocols/saml/error.ts';

/** The fields of the form, as far as they could be read. */
export interface PostedForm {
  /** The provider's request, in base64; undefined when the form has none. */
  readonly request: string | undefined;
  /** The provider's response, in base64; empty when the form has none. */
  readonly response: string;
  readonly relayState: string | undefined;
  /** Why the form could not be read. */
  readonly unreadable?: SamlErrorCode;
}

/** Reads the form. An unreadable one is returned as such, so that its refusal is recorded like any other. */
export async function readPostedForm(request: IncomingMessage): Promise<PostedForm> {
  const text = await bodyText(request);
  if (text === undefined) return unreadable('too-large');
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return type === formType ? formIn(text) : unreadable('malformed');
}

/** The largest form, in bytes. It is larger than any message, so that a refusal can name the reason. */
const maxFormBytes = 4_194_304;
const formType = 'application/x-www-form-urlencoded';

/** The body; undefined when it is too large. */
async function bodyText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of boundedChunks(request, maxFormBytes)) chunks.push(chunk);
  } catch (error) {
    if (error instanceof ApiError && error.status === 413) return undefined;
    throw error;
  }
  return Buffer.concat(chunks).toString('latin1');
}

function unreadable(code: SamlErrorCode): PostedForm {
  return { request: undefined, response: '', relayState: undefined, unreadable: code };
}

/** A repeated field is refused: two readers could each use a different one. */
function formIn(text: string): PostedForm {
  const pairs = pairsIn(text);
  const fields = new Map(pairs);
  if (pairs === undefined || fields.size !== pairs.length) return unreadable('malformed');
  const response = fields.get('SAMLResponse') ?? '';
  return { request: fields.get('SAMLRequest'), response, relayState: fields.get('RelayState') };
}

function pairsIn(text: string): ReturnType<typeof formPairs> | undefined {
  try {
    return formPairs(text);
  } catch {
    return undefined;
  }
}
