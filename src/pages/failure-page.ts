import type { ShowFailure } from '../http/failure.ts';
import type { ErrorStatus } from '../jsonapi/errors.ts';
import { inWords } from '../lib/text/durations.ts';
import { html } from '../lib/text/html.ts';
import { pageReply } from './page-reply.ts';
import type { Site } from './site.ts';

const fault = {
  title: 'Something went wrong',
  advice: 'This is an error of the service. Try again. If it happens again, tell your administrator.',
};

const known: Partial<Record<ErrorStatus, typeof fault>> = {
  403: { title: 'That is not allowed', advice: 'You may not do this. Nothing was changed.' },
  404: { title: 'Page not found', advice: 'There is no page at this address, or you may not see it.' },
  429: { title: 'Too many requests', advice: 'Try again later.' },
  503: { title: 'Service unavailable', advice: 'The service cannot answer now. Try again in a moment.' },
};

const refusal = { title: 'Invalid request', advice: 'Go back and try again. Nothing was changed.' };

/** Returns how long a client has to wait, in words, according to the `Retry-After` header. */
export const waitingTime = (headers: Readonly<Record<string, string>>): string =>
  inWords(Number(headers['retry-after'] ?? 1));

/** Shows an error as a page. The page contains no more information than the API's error response. */
export const showFailurePage =
  (siteNow: () => Site): ShowFailure =>
  ({ status, problems, headers }, requestId) => {
    const site = siteNow();
    const { title, advice: usual } = known[status] ?? (status < 500 ? refusal : fault);
    const advice = status === 429 ? `Wait ${waitingTime(headers)}, then try again.` : usual;
    const body = html`<p>${advice}</p>
${problems.map(({ detail }) => html`<p>${detail}</p>\n`)}
${status >= 500 && site.texts.error}
<p><a href="${site.to('/')}">Back to the start page</a></p>
<p class="quiet">Request ${requestId}</p>`;
    return pageReply(site, { title, body, isWrong: true }, status, headers);
  };
