// Variables for tracing, with the names and values of the OpenTelemetry specification.
import { resolve } from 'node:path';
import { Type } from 'typebox';
import { parseBaseUrl, parsePairs } from './values.ts';
import type { Variable } from './variables.ts';

const Pairs = () => Type.Record(Type.String(), Type.String());

export const traceSchemas = {
  /** URL of the collector, without a trailing slash. Absent if no traces are sent. */
  otlpEndpoint: Type.Optional(Type.String()),
  otlpHeaders: Pairs(),
  otlpProtocol: Type.Enum(['http/protobuf']),
  /** Path of the certificates that are trusted instead of the default ones. */
  otlpCertificate: Type.Optional(Type.String()),
  otelServiceName: Type.String({ minLength: 1, maxLength: 255 }),
  otelResourceAttributes: Pairs(),
  tracesSampler: Type.Enum([
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ]),
  tracesSamplerArg: Type.Number({ minimum: 0, maximum: 1 }),
};

function parseHeaders(text: string): Readonly<Record<string, string>> | null {
  const fields = parsePairs(text);
  const isSound = Object.entries(fields ?? {}).every(([name, value]) => fieldName.test(name) && fieldValue.test(value));
  return isSound ? fields : null;
}

const fieldName = /^[\w!#$%&'*+.^`|~-]+$/;
const fieldValue = /^[ -~]*$/;

export const traceVariables: Readonly<Record<keyof typeof traceSchemas, Variable>> = {
  otlpEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    meaning:
      'Address of an OpenTelemetry collector to which traces are sent, such as `http://127.0.0.1:4318`. `/v1/traces` is added to it. Default: no traces are created.',
    parse: parseBaseUrl,
    wants: 'an http or https address without credentials and without a query',
  },
  otlpHeaders: {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    isSecret: true,
    fallback: '',
    meaning: 'Request headers for the collector, as `name=value` pairs, percent-encoded and separated by commas.',
    parse: parseHeaders,
    wants: 'header fields as name=value, separated by commas and percent-encoded',
  },
  otlpProtocol: {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    fallback: 'http/protobuf',
    meaning: 'Protocol with which traces are sent. Only `http/protobuf` is supported.',
    wants: 'http/protobuf, the only supported protocol: collectors accept it on port 4318',
  },
  otlpCertificate: {
    name: 'OTEL_EXPORTER_OTLP_CERTIFICATE',
    fallback: '',
    meaning:
      'PEM file with the certificates that are trusted for the collector, instead of the default certificates of Node.js.',
    inFolder: (text, folder) => resolve(folder, text),
    parse: (text) => resolve(text),
    wants: 'a path',
  },
  otelServiceName: {
    name: 'OTEL_SERVICE_NAME',
    fallback: 'tipstaff',
    meaning: 'Name of the service in traces.',
    wants: 'a name of at most 255 characters',
  },
  otelResourceAttributes: {
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    fallback: '',
    meaning:
      'Attributes of every trace, as `name=value` pairs, percent-encoded and separated by commas, such as `deployment.environment.name=production`.',
    parse: parsePairs,
    wants: 'attributes as name=value, separated by commas and percent-encoded',
  },
  tracesSampler: {
    name: 'OTEL_TRACES_SAMPLER',
    fallback: 'parentbased_always_on',
    meaning:
      'Sampler that decides which traces are sent: `always_on`, `always_off`, `traceidratio`, or one of these with the prefix `parentbased_`. With the prefix, the decision of the caller in `traceparent` is followed, and the sampler only decides about requests without that header.',
    wants: 'always_on, always_off, traceidratio, or one of these with parentbased_ before it',
  },
  tracesSamplerArg: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    fallback: '1',
    meaning: 'Share of traces that `traceidratio` and `parentbased_traceidratio` send. `0.1` is a tenth.',
    parse: (text) => (/^(\d+|\d*\.\d+)$/.test(text) ? Number(text) : null),
    wants: 'a number from 0 to 1',
  },
};
