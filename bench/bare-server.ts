// Baseline: a minimal node:http server that always sends the same bytes.
import { createServer, type ServerResponse } from 'node:http';

/** Captured response. */
export interface CapturedAnswer {
  readonly status: number;
  /** Alternating header names and values, without headers that node:http adds. */
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
