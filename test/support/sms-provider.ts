// Simulates the API of an SMS provider.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from './listening.ts';

/** Text message received by the provider. */
export interface Handed {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly to: string;
  readonly from: string;
  readonly body: string;
}

export interface SmsProvider extends AsyncDisposable {
  readonly url: string;
  /** Messages that the provider received, including messages that it refused. */
  readonly messages: readonly Handed[];
}

export const account = { sid: 'AC0123456789abcdef', token: 'the token of the provider' };

const authorization = `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString('base64')}`;

/** Sends a response in the provider's format. The document of a refusal consists of a code and a message. */
export const answer = (response: ServerResponse, status: number, document: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document));
};

type Behaviour = (message: Handed, response: ServerResponse) => void;

const usual: Behaviour = ({ headers }, response) => {
  if (headers.authorization === authorization) answer(response, 201, { sid: 'SM1', status: 'queued' });
  else answer(response, 401, { code: 20003, message: 'Authenticate', status: 401 });
};

/** Opens a simulated SMS provider. By default it accepts all messages from its account. */
export const openSmsProvider = async (behaviour: Behaviour = usual): Promise<SmsProvider> => {
  const messages: Handed[] = [];
  const server = createServer((request, response) => {
    void text(request).then((form) => {
      const fields = new URLSearchParams(form);
      const [to, from, body] = [fields.get('To') ?? '', fields.get('From') ?? '', fields.get('Body') ?? ''];
      const message = { path: request.url ?? '', headers: request.headers, to, from, body };
      messages.push(message);
      behaviour(message, response);
    });
  });
  return {
    ...(await listening(server)),
    messages,
  };
};
