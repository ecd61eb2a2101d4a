// Minimal node:http server that always sends the same response. The cost of the service is compared with the cost of
// this server.
import { createServer, type ServerResponse } from 'node:http';

/** Captured HTTP response. */
export interface CapturedAnswer {
  readonly status: number;
  /** Header names and values, alternating. Headers that node:http adds are left out. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

const serve = ({ status, headers, body }: CapturedAnswer): void => {
  const fields = [...headers];
  const text = Buffer.from(body).toString('utf8');
  const answer = (response: ServerResponse): void => {
    response.writeHead(status, fields);
    response.end(text === '' ? undefined : text);
  };
  const server = createServer((request, response) => {
    if (request.method === 'GET') answer(response);
    else request.on('end', () => answer(response)).resume();
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
  });
};

process.on('message', (message: 'usage' | CapturedAnswer) => {
  if (message !== 'usage') serve(message);
});
