// Traces each request as a root span.
import { inSpan, type Tracer } from '../kernel/trace.ts';
import type { Exchange } from './exchange.ts';
import type { Route } from './route.ts';

/** HTTP methods that traces contain. Other methods are left out, because clients can send any text. */
const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE'];

/**
 * Wraps the handler of a route so that requests are traced. A trace contains the pattern of the route's path, because
 * the path itself and the query string may contain secrets.
 */
export function tracedHandler(
  tracer: Tracer | undefined,
  route: Route | undefined,
  handle: (exchange: Exchange) => Promise<void>,
): (exchange: Exchange) => Promise<void> {
  // Health checks are not traced, because they come every few seconds.
  if (tracer === undefined || route?.isHealthCheck === true) return handle;
  return async (exchange) => {
    const { id, request, response } = exchange;
    const method = knownMethods.includes(request.method ?? '') ? (request.method ?? '') : '_OTHER';
    const span = tracer.root(route === undefined ? nameOf(method) : `${method} ${route.path}`, {
      kind: 'server',
      traceparent: request.headers.traceparent,
      attributes: {
        'http.request.method': method,
        'tipstaff.request.id': id,
        ...(route !== undefined && { 'http.route': route.path }),
      },
    });
    try {
      await inSpan(span, () => handle(exchange));
    } finally {
      const { statusCode } = response;
      span.set({ 'http.response.status_code': statusCode });
      if (statusCode >= 500) span.fail(String(statusCode));
      span.end();
    }
  };
}

const nameOf = (method: string): string => (method === '_OTHER' ? 'HTTP' : method);
