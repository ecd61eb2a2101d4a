// Adapter for the OpenTelemetry SDK. Import this module dynamically, because it is a separate chunk of the bundle.
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  type Tracer as SdkTracer,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Span, SpanOptions, Tracer } from '../../kernel/trace.ts';
import { version } from '../../kernel/version.ts';
import { openExporter } from './exporter.ts';
import type { OpenTracer, TracingOptions } from './options.ts';

/** Maximum time in ms that a stopping service waits until its spans are sent. */
const maxEnd = 3_000;

/** Maximum number of finished spans that wait to be sent. Further spans are dropped. */
const maxQueueSize = 4_096;

/** Maximum length of an attribute value, such as the text of an SQL statement. */
const attributeValueLengthLimit = 4_096;

export function newTracer(options: TracingOptions): OpenTracer {
  const exporter = openExporter(options);
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(options.resource)),
    sampler: samplerOf(options),
    spanLimits: { attributeValueLengthLimit },
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize })],
  });
  return {
    ...tracerOn(provider.getTracer('tipstaff', version)),
    [Symbol.asyncDispose]: async () => {
      // Failures are ignored here, because they have been logged already.
      const end = provider.shutdown().catch(() => undefined);
      await Promise.race([end, pause(maxEnd, undefined, { ref: false })]);
      exporter.cut();
    },
  };
}

function samplerOf({ sampler, ratio }: TracingOptions): Sampler {
  const [, parent, name] = /^(parentbased_)?(.*)$/.exec(sampler) ?? [];
  const root = name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : constantSampler(name);
  return parent === undefined ? root : new ParentBasedSampler({ root });
}

const constantSampler = (name: string | undefined): Sampler =>
  name === 'always_off' ? new AlwaysOffSampler() : new AlwaysOnSampler();

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

const propagator = new W3CTraceContextPropagator();

function tracerOn(tracer: SdkTracer): Tracer {
  const start = (
    name: string,
    { kind = 'internal', attributes = {} }: SpanOptions,
    parent: Context,
    startTime?: number,
  ) => tracer.startSpan(name, { kind: kinds[kind], attributes, ...(startTime !== undefined && { startTime }) }, parent);
  const root: Tracer['root'] = (name, { traceparent, ...options }) =>
    begin(name, options, propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter));
  const begin = (name: string, options: SpanOptions, parent: Context): Span => {
    const span = start(name, options, parent);
    const own = trace.setSpan(parent, span);
    const { traceId, spanId, traceFlags } = span.spanContext();
    const named = { traceId, spanId, traceparent: () => traceparentOf(own) };
    if ((traceFlags & TraceFlags.SAMPLED) === 0) return unsampled(named);
    return {
      ...named,
      isSampled: true,
      begin: (child, childOptions = {}) => begin(child, childOptions, own),
      add: ({ name: past, startedAt, failure, ...pastOptions }) => {
        const added = start(past, pastOptions, own, startedAt);
        if (failure !== undefined) fail(added, failure);
        added.end(performance.now());
      },
      set: (attributes) => void span.setAttributes(attributes),
      fail: (type) => fail(span, type),
      end: () => span.end(),
    };
  };
  return { root };
}

/**
 * Returns the span of a trace that is not sent. Its child spans are not sent either, because sampling decisions apply
 * to whole traces.
 */
function unsampled(named: Pick<Span, 'traceId' | 'spanId' | 'traceparent'>): Span {
  const span: Span = {
    ...named,
    isSampled: false,
    begin: () => span,
    add: () => undefined,
    set: () => undefined,
    fail: () => undefined,
    end: () => undefined,
  };
  return span;
}

function traceparentOf(context: Context): string {
  const fields = { traceparent: '' };
  propagator.inject(context, fields, defaultTextMapSetter);
  return fields.traceparent;
}

function fail(span: SdkSpan, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
