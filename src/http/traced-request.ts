// A request as the first span of this service in a trace.
import { inSpan, type Tracer } from '../kernel/trace.ts';
import type { Exchange } from './exchange.ts';
import type { Route } from './route.ts';

/** Methods whose names are in traces; others are what clients wrote. */
const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE'];

/** Handler of requests to a route, in traces. Its path may have secrets, and so may its query: a trace has the pattern. */
export function tracedHandler(
  tracer: Tracer | undefined,
  route: Route | undefined,
  handle: (exchange: Exchange) => Promise<void>,
): (exchange: Exchange) => Promise<void> {
  // Probes and scrapes come every few seconds.
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
