// Sends spans to the trace collector. If the collector does not accept them, this is logged once.
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { outsideOfTraces } from '../../kernel/trace.ts';
import { version } from '../../kernel/version.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import type { TracingOptions } from './options.ts';

/** Maximum time in ms for sending a batch, including all retries. */
const timeoutMillis = 5_000;

/**
 * Maximum number of batches that are sent at the same time. When the service stops, all waiting batches are sent
 * together.
 */
const concurrencyLimit = 10;

interface Exporter extends SpanExporter {
  /** Aborts the exports in progress, so that an unresponsive collector does not keep the process alive. */
  cut(): void;
}

export function openExporter({ url, headers, authorities, log }: TracingOptions): Exporter {
  const trusted = authorities === undefined ? {} : { ca: authorities };
  const agent =
    url.protocol === 'https:' ? new HttpsAgent({ keepAlive: true, ...trusted }) : new HttpAgent({ keepAlive: true });
  const exporter = new OTLPTraceExporter({
    url: url.href,
    headers: { ...headers },
    timeoutMillis,
    concurrencyLimit,
    httpAgentOptions: () => agent,
    userAgent: `tipstaff/${version}`,
  });
  const note = newNotes(url, log);
  return {
    export: (spans, done) =>
      // The export runs outside of any trace. Otherwise it would belong to the trace of the span that completed the
      // batch.
      outsideOfTraces(() =>
        exporter.export(spans, (result) => {
          note(spans.length, result.error);
          // Success is reported even if the batch was lost, so that the other batches are still sent when the service
          // stops.
          done({ code: ExportResultCode.SUCCESS });
        }),
      ),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
    cut: () => {
      // After exports are aborted, further connection attempts fail immediately.
      agent.createConnection = () => {
        throw new Error('the service stopped before the collector answered');
      };
      agent.destroy();
    },
  };
}

/** Logs the first lost batch, and the first batch that is accepted after a loss. */
function newNotes({ origin: collector }: URL, log: TracingOptions['log']) {
  let lost = 0;
  return (count: number, error: Error | undefined): void => {
    if (error === undefined) {
      if (lost > 0) log.info({ collector, lost }, 'the collector accepts traces again');
      lost = 0;
      return;
    }
    if (lost === 0) log.warn({ collector, reason: reasonOf(error) }, 'the collector does not accept traces');
    lost += count;
  };
}

/**
 * Returns the status or error code of a failure. The text of the failure is never used, because a collector can send
 * any text.
 */
function reasonOf(error: Error): string {
  const status: unknown = Reflect.get(error, 'code');
  if (typeof status === 'number') return `the collector answered ${status}`;
  return errorCode(error) || error.message;
}
