// Tracing options from the configuration: the collector, and the resource attributes of this process.
import { randomUUID } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import type { TracingOptions } from '../../../effects/tracing/options.ts';
import { version } from '../../../kernel/version.ts';
import { StartRefused } from '../../../lib/errors/start-refused.ts';
import { readRegularFile } from '../../../lib/files/regular-file.ts';
import { type DoctorFinding, ok } from '../doctor/finding.ts';

/**
 * Returns the options. Undefined if no traces are sent. Throws `StartRefused` if the certificates for the collector
 * cannot be used.
 */
export function tracingOptions({ config, log }: Pick<Context, 'config' | 'log'>): TracingOptions | undefined {
  const { otlpEndpoint, otlpHeaders, tracesSampler, tracesSamplerArg } = config;
  if (otlpEndpoint === undefined) return undefined;
  return {
    url: collectorUrl(otlpEndpoint),
    headers: otlpHeaders,
    authorities: traceAuthorities(config),
    sampler: tracesSampler,
    ratio: tracesSamplerArg,
    resource: {
      'service.version': version,
      'service.instance.id': randomUUID(),
      ...config.otelResourceAttributes,
      'service.name': config.otelServiceName,
    },
    log,
  };
}

const collectorUrl = (endpoint: string): URL => new URL(`${endpoint}/v1/traces`);

const maxBytes = 1_024 ** 2;

/**
 * Certificates that are trusted for the collector, in PEM. Throws `StartRefused` if the certificates cannot be used.
 */
export function traceAuthorities({ otlpEndpoint, otlpCertificate: path }: Config): string | undefined {
  if (otlpEndpoint === undefined || path === undefined) return undefined;
  const refused = (fault: string) => new StartRefused(`OTEL_EXPORTER_OTLP_CERTIFICATE names ${path}: ${fault}.`);
  const file = readRegularFile(path, maxBytes);
  if ('fault' in file) throw refused(file.fault);
  const ca = file.bytes.toString('utf8');
  try {
    createSecureContext({ ca });
  } catch {
    throw refused('the file contains no certificate in PEM format');
  }
  return ca;
}

/** Describes where traces are sent. The headers are omitted, because they may be secret. */
export function tracingFinding(config: Config): DoctorFinding {
  const { otlpEndpoint, tracesSampler, tracesSamplerArg: share } = config;
  if (otlpEndpoint === undefined) return ok('traces', 'No traces are sent.');
  traceAuthorities(config);
  const sampler = tracesSampler.endsWith('ratio') ? `${tracesSampler}, ${share}` : tracesSampler;
  return ok('traces', `Traces are sent to ${collectorUrl(otlpEndpoint)} (${sampler}).`);
}
