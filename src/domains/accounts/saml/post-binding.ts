// The HTTP-POST binding: the form that a browser posts from the identity provider's site.
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

/** How a form is read. */
export interface FormReading {
  /** Name of the message in it. */
  readonly kind: string;
  readonly maxBytes: number;
  /** False if nobody waits for the form: then it is left unread. */
  readonly isExpected: boolean;
}

/**
 * Reads the form. An unreadable one is returned as such, so that its refusal is recorded like any other; 422 for one with
 * more fields than any form of a provider, and 413 for one over `maxBytes`, unread if its length is announced. The latter is
 * recorded once a minute: each record costs much more than the refusal.
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
