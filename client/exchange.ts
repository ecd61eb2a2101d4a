// Sends requests in the words of the service.
import { sendPatiently } from './patience.ts';
import { type ApiRequest, addressOf, jsonApi, wireRequest } from './request.ts';
import type { Transport } from './transport.ts';
import { documentTo, hasWords, type VocabularyName, vocabularyOf } from './vocabulary.ts';

/** Sends a request; answers every answer, refusals too. */
export type Exchange = (request: ApiRequest) => Promise<Response>;

/** Whether a request goes by other words to a service of the other vocabulary. */
const differs = (request: ApiRequest): boolean =>
  hasWords(request.body) || addressOf('terraform', request) !== addressOf('neutral', request);

/**
 * Whether an answer says what words the service has. The refusal of a proxy says nothing, and neither does a download, which may
 * come from another place.
 */
const hasVocabulary = (response: Response, { isDownload = false }: ApiRequest): boolean =>
  !isDownload &&
  response.status < 500 &&
  (response.ok || response.headers.get('content-type')?.startsWith(jsonApi) === true);

/**
 * Exchanges with one service. Requests have the words of the last answer. The first one has those of `vocabulary`; if that is
 * undefined, a read is sent again after an answer in other words, and before a change with words that differ the service is asked:
 * it ignores attributes that it does not know, so a change in the wrong words would lose data in silence. If nothing says which
 * words the service has, the change is not sent, and the answer to the question is its answer.
 */
export function exchangesOf(transport: Transport, vocabulary?: VocabularyName): Exchange {
  const known: { vocabulary: VocabularyName | undefined } = { vocabulary };
  const sendIn = async (words: VocabularyName, request: ApiRequest): Promise<Response> => {
    const wire = wireRequest(words, request, documentTo(words, request.body));
    const isRead = request.method === 'get';
    const isRepeatable = isRead || (request.idempotencyKey !== undefined && transport.patience.repeatsChanges);
    const send = () => transport.send(wire);
    const response =
      request.content instanceof ReadableStream
        ? await send()
        : await sendPatiently({ send, isRead, isRepeatable, signal: request.signal }, transport.patience);
    if (hasVocabulary(response, request)) known.vocabulary = vocabularyOf(response.headers);
    return response;
  };
  return async (request) => {
    const isRead = request.method === 'get';
    if (known.vocabulary === undefined && !isRead && differs(request)) {
      const asked = await sendIn('neutral', { method: 'get', path: '/api/v2/ping' });
      if (known.vocabulary === undefined) return asked;
      await asked.body?.cancel();
    }
    const words = known.vocabulary ?? 'neutral';
    const response = await sendIn(words, request);
    if (!isRead || known.vocabulary === undefined || known.vocabulary === words || !differs(request)) return response;
    await response.body?.cancel();
    return sendIn(known.vocabulary, request);
  };
}
