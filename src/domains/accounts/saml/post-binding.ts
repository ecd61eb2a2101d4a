// The SAML HTTP-POST binding: a form that a browser posts from the identity provider's site.
import type { Context } from '../../../context.ts';
import { readBytes } from '../../../http/body.ts';
import type { RequestHeaders } from '../../../http/client-request.ts';
import { ApiError, bodyTooLarge, invalid } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { ByteSource } from '../../../kernel/byte-source.ts';
import { formPairs, hasTooManyFields, maxFormFields } from '../../../lib/text/form.ts';
import type { SamlErrorCode } from '../../../protocols/saml/error.ts';
import { recordUnread } from '../single-sign-on/refusals.ts';
import { samlProtocol } from './rules.ts';

/** A request with a posted form as its body. */
export interface PostedMessage extends ByteSource {
  readonly headers: RequestHeaders;
}

/** Fields of the form. If the form could not be read, `unreadable` is set. */
export interface PostedForm {
  /** The provider's request in base64. Undefined if the form contains none. */
  readonly request: string | undefined;
  /** The provider's response in base64. Empty if the form contains none. */
  readonly response: string;
  readonly relayState: string | undefined;
  /** Reason why the form could not be read. */
  readonly unreadable?: SamlErrorCode;
}

/** Maximum size in bytes of a form with a response. */
export const maxResponseForm = 524_288;

/** Options for reading a form. */
export interface FormReading {
  /** Name of the message type in the form. */
  readonly kind: string;
  readonly maxBytes: number;
  /** If false, the service does not expect a form of this kind and does not read the body. */
  readonly isExpected: boolean;
}

/**
 * Reads a posted form. For an unreadable form, the result contains the reason, so that the caller can record the
 * refusal. 422 if the form has more fields than any provider sends. 413 if the form is larger than `maxBytes`. If the
 * announced length is too large, nothing is read. A form that is too large is recorded at most once a minute, because
 * recording costs much more than refusing.
 */
export async function readPostedForm(
  context: Context,
  actor: Actor,
  request: PostedMessage,
  { kind, maxBytes, isExpected }: FormReading,
): Promise<PostedForm> {
  try {
    if ((request.length ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
    return isExpected ? formFrom(request, await readBytes({ context, actor }, request, maxBytes)) : unreadable('off');
  } catch (error) {
    if (error instanceof ApiError && error.status === 413) {
      const message = 'A form for single sign-on is too large';
      await recordUnread(context, actor, { protocol: samlProtocol, reason: 'too-large', kind, message });
    }
    throw error;
  }
}

function formFrom({ headers }: PostedMessage, bytes: Buffer): PostedForm {
  if (hasTooManyFields(bytes))
    throw invalid({ code: 'too-complex', detail: `The form has more than ${maxFormFields} fields.` });
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return type === formType ? formIn(bytes.toString('latin1')) : unreadable('malformed');
}

const formType = 'application/x-www-form-urlencoded';

function unreadable(code: SamlErrorCode): PostedForm {
  return { request: undefined, response: '', relayState: undefined, unreadable: code };
}

/**
 * Parses a posted form. A form with repeated fields is refused, because another parser could use a different one of the
 * repeated fields.
 */
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
