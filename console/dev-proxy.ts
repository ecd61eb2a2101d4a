// Proxy of the Vite development server. It forwards all requests to the service, except those for source files. In the
// service's HTML document, it replaces the built scripts and styles with the sources, and removes the content security
// policy, which does not allow Vite's scripts and styles.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProxyOptions } from 'vite';

const builtAssets = /<link rel="(?:stylesheet|modulepreload|preload)"[^>]*\/console\/assets\/[^>]*>\n?/g;
const builtScript = /<script type="module" src="[^"]*\/console\/assets\/[^"]*"><\/script>/;
const sources =
  '<script type="module" src="/@vite/client"></script>\n<script type="module" src="/src/main.tsx"></script>';

const isPage = ({ headers }: IncomingMessage): boolean => String(headers['content-type']).startsWith('text/html');

async function answerWithSources(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const page = Buffer.concat(chunks).toString();
  const document = page.replace(builtScript, sources);
  const headers = { ...answer.headers };
  delete headers['content-length'];
  if (document !== page) delete headers['content-security-policy'];
  response
    .writeHead(answer.statusCode ?? 502, headers)
    .end(document.replaceAll(document === page ? /$^/g : builtAssets, ''));
}

/** Returns the `proxy` option of Vite for a service at an address such as `http://127.0.0.1:8081`. */
export const proxyTo = (target: string): Record<string, ProxyOptions> => ({
  '^/(?!@|src/|node_modules/)': {
    target,
    selfHandleResponse: true,
    configure: (proxy) => {
      // The service must not compress its responses, because pages are changed as text.
      proxy.on('proxyReq', (request) => request.removeHeader('accept-encoding'));
      proxy.on('proxyRes', (answer, _, response) => {
        if (isPage(answer)) return void answerWithSources(answer, response);
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      proxy.on('error', (_error, _request, response) => {
        if (!('writeHead' in response) || response.headersSent) return void response.end();
        response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' });
        response.end('The service is starting again: see its output, and reload the page.\n');
      });
    },
  },
});
