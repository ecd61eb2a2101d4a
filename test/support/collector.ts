// Simulated OpenTelemetry collector on this machine. It decodes the traces that it receives.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening } from './listening.ts';
import { bufferIn, type Message, messageIn, messages, numberIn, textIn } from './protobuf.ts';

/** Received span, with its resource attributes. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly id: string;
  /** Id of the parent span; empty for the root span of a trace. */
  readonly parentId: string;
  readonly kind: 'internal' | 'server' | 'client';
  /** Start time in nanoseconds since the epoch. */
  readonly start: bigint;
  readonly end: bigint;
  readonly isFailed: boolean;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly resource: Readonly<Record<string, string | number | boolean>>;
}

/** Received export request. */
interface Export {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Collector extends AsyncDisposable {
  readonly url: string;
  /** Environment variables that make a service send its traces to this collector. */
  readonly environment: Readonly<Record<string, string>>;
  readonly exports: readonly Export[];
  readonly spans: () => readonly ReceivedSpan[];
}

export type CollectorBehaviour = (response: ServerResponse) => void;

const accept: CollectorBehaviour = (response) => response.writeHead(200).end();

/** Opens a collector. By default it accepts every request. */
export async function openCollector(behaviour: CollectorBehaviour = accept): Promise<Collector> {
  const exports: Export[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      exports.push({ path: request.url ?? '', headers: request.headers, body });
      behaviour(response);
    });
  });
  const running = await listening(server);
  return {
    ...running,
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: running.url },
    exports,
    spans: () => exports.flatMap(({ body }) => spansIn(body)),
  };
}

// Field numbers are defined in opentelemetry/proto/trace/v1/trace.proto.
const spansIn = (body: Buffer): readonly ReceivedSpan[] =>
  messages(messageIn(body), 1).flatMap((ofResource) => {
    const resource = attributesOf(messages(ofResource, 1)[0] ?? new Map(), 1);
    return messages(ofResource, 2).flatMap((ofScope) =>
      messages(ofScope, 2).map((span) => receivedSpan(span, resource)),
    );
  });

const kinds = ['internal', 'internal', 'server', 'client'] as const;
const failed = 2;

const receivedSpan = (span: Message, resource: ReceivedSpan['resource']): ReceivedSpan => ({
  traceId: bufferIn(span, 1).toString('hex'),
  id: bufferIn(span, 2).toString('hex'),
  parentId: bufferIn(span, 4).toString('hex'),
  name: textIn(span, 5),
  kind: kinds[numberIn(span, 6)] ?? 'internal',
  start: BigInt(span.get(7)?.[0]?.toString() ?? 0),
  end: BigInt(span.get(8)?.[0]?.toString() ?? 0),
  attributes: attributesOf(span, 9),
  isFailed: messages(span, 15).some((status) => numberIn(status, 3) === failed),
  resource,
});

const attributesOf = (message: Message, field: number): ReceivedSpan['attributes'] =>
  Object.fromEntries(
    messages(message, field).map((pair) => [textIn(pair, 1), valueIn(messages(pair, 2)[0] ?? new Map())]),
  );

const valueIn = (value: Message): string | number | boolean => {
  if (value.has(1)) return textIn(value, 1);
  return value.has(2) ? numberIn(value, 2) === 1 : numberIn(value, 3);
};
