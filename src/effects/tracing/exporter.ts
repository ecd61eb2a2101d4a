// Sends spans to the collector, and logs once that it does not take them.
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { outsideOfTraces } from '../../kernel/trace.ts';
import { version } from '../../kernel/version.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import type { TracingOptions } from './options.ts';

/** Maximum time in ms for a batch, all attempts included. */
const timeoutMillis = 5_000;

/** Maximum number of batches under way: at the end of the service, all that wait are sent at once. */
const concurrencyLimit = 10;

interface Exporter extends SpanExporter {
  /** Ends what is under way, so that a collector that does not answer keeps no process alive. */
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
      // The span that happened to be the last of its batch is not the cause of what happens to it.
      outsideOfTraces(() =>
        exporter.export(spans, (result) => {
          note(spans.length, result.error);
          // One batch that is lost keeps no other from being sent at the end of the service.
          done({ code: ExportResultCode.SUCCESS });
        }),
      ),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
    cut: () => {
      // Another attempt fails at once.
      agent.createConnection = () => {
        throw new Error('the service ended before it answered');
      };
      agent.destroy();
    },
  };
}

/** Lines of the log about the first batch that is lost, and the first one that is taken again. */
function newNotes({ origin: collector }: URL, log: TracingOptions['log']) {
  let lost = 0;
  return (count: number, error: Error | undefined): void => {
    if (error === undefined) {
      if (lost > 0) log.info({ collector, lost }, 'the collector takes traces again');
      lost = 0;
      return;
    }
    if (lost === 0) log.warn({ collector, reason: reasonOf(error) }, 'the collector does not take traces');
    lost += count;
  };
}

/** Status or code of a failure: the words of a collector may be any. */
function reasonOf(error: Error): string {
  const status: unknown = Reflect.get(error, 'code');
  if (typeof status === 'number') return `it answered ${status}`;
  return errorCode(error) || error.message;
}
