// Sends requests in the vocabulary of the service.
import { sendPatiently } from './patience.ts';
import { type ApiRequest, addressOf, jsonApi, wireRequest } from './request.ts';
import type { Transport } from './transport.ts';
import { documentTo, hasWords, type VocabularyName, vocabularyOf } from './vocabulary.ts';

/** Sends a request and returns the response, even if it has an error status. */
export type Exchange = (request: ApiRequest) => Promise<Response>;

/** Whether the request differs between the two vocabularies. */
const differs = (request: ApiRequest): boolean =>
  hasWords(request.body) || addressOf('terraform', request) !== addressOf('neutral', request);

/**
 * Whether the vocabulary of the service can be detected from the response. This is not possible for errors of a proxy
 * and for downloads, which may come from another host.
 */
const hasVocabulary = (response: Response, { isDownload = false }: ApiRequest): boolean =>
  !isDownload &&
  response.status < 500 &&
  (response.ok || response.headers.get('content-type')?.startsWith(jsonApi) === true);

/**
 * Returns a function that sends requests to one service, in the vocabulary of the last response. The first request uses
 * `vocabulary`. If `vocabulary` is undefined, a read request is sent again if the response is in the other vocabulary.
 *
 * A service ignores unknown attributes, so a change in the wrong vocabulary would silently lose data. A change that
 * differs between the vocabularies is therefore preceded by a ping. If the ping does not show the vocabulary, the
 * change is not sent and the response to the ping is returned.
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
