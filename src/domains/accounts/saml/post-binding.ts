// The HTTP-POST binding: the form that a browser posts from the identity provider's site.
import { type Reading, readBytes } from '../../../http/body.ts';
import type { RequestHeaders } from '../../../http/client-request.ts';
import { ApiError, invalid } from '../../../jsonapi/errors.ts';
import type { ByteSource } from '../../../kernel/byte-source.ts';
import { formPairs, hasTooManyFields, maxFormFields } from '../../../lib/text/form.ts';
import type { SamlErrorCode } from '../../../protocols/saml/error.ts';

/** The request of a browser that posts a form. */
export interface PostedMessage extends ByteSource {
  readonly headers: RequestHeaders;
}

/** The fields of the form, as far as they could be read. */
export interface PostedForm {
  /** The provider's request, in base64; undefined when the form has none. */
  readonly request: string | undefined;
  /** The provider's response, in base64; empty when the form has none. */
  readonly response: string;
  readonly relayState: string | undefined;
  /** Reason why the form could not be read. */
  readonly unreadable?: SamlErrorCode;
}

/** The largest form with a response, in bytes. */
export const maxResponseForm = 524_288;

/**
 * Reads the form. An unreadable one is returned as such, so that its refusal is recorded like any other; 422 for one with
 * more fields than any form of a provider.
 */
export async function readPostedForm(reading: Reading, request: PostedMessage, maxBytes: number): Promise<PostedForm> {
  const bytes = await bodyOf(reading, request, maxBytes);
  if (bytes === undefined) return unreadable('too-large');
  if (hasTooManyFields(bytes))
    throw invalid({ code: 'too-complex', detail: `The form has more than ${maxFormFields} fields.` });
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return type === formType ? formIn(bytes.toString('latin1')) : unreadable('malformed');
}

const formType = 'application/x-www-form-urlencoded';

/** The body; undefined when it is too large. */
async function bodyOf(reading: Reading, request: PostedMessage, maxBytes: number): Promise<Buffer | undefined> {
  try {
    return await readBytes(reading, request, maxBytes);
  } catch (error) {
    if (error instanceof ApiError && error.status === 413) return undefined;
    throw error;
  }
}

/** Stands for a form that nobody read. */
export const unreadForm = unreadable('off');

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
