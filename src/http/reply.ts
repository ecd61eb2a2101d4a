import type { TSchema } from 'typebox';
import {
  collectionOf,
  collectionSchema,
  documentOf,
  documentSchema,
  type ListAddress,
  wholeOf,
  wholeSchema,
} from '../jsonapi/document.ts';
import type { ApiError } from '../jsonapi/errors.ts';
import { included, type Loading } from '../jsonapi/include.ts';
import { jsonApiType } from '../jsonapi/payload.ts';
import type { Resource, ResourceObject, Shown } from '../jsonapi/resource.ts';
import { derived } from '../jsonapi/vocabulary.ts';
import type { Page } from '../kernel/page.ts';
import { recordTag } from './etag.ts';

/** An answer before it is sent. */
export interface Rendered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes are sent as they are, from the memory where they are kept. */
  readonly body?: string | Buffer | AsyncIterable<Uint8Array>;
}

/** Facts of the request that rendering may need. */
interface Rendering extends Loading {
  readonly address: ListAddress;
  readonly include: readonly string[];
}

/** Conversion of the result of a handler into an answer, and the form of that answer in the API description. */
export interface Reply<Output> {
  readonly status: number;
  readonly mediaType?: string;
  /** Further media types that it may have. */
  readonly otherMediaTypes?: readonly string[];
  /** True if it is for people to look at: its refusals are pages too, and no description of the API knows it. */
  readonly isPage?: boolean;
  /** The answer's schema; `includable` are the schemas of what the route lets its callers include. */
  readonly schema?: (includable: readonly TSchema[]) => TSchema;
  /** The schema of this reply's own form of refusal, beside the usual error document. */
  readonly failure?: TSchema;
  /** The relationships of the resource that it shows, for what can be included. */
  readonly resource?: Resource<never>;
  /** The relationship of that resource whose records it shows in its place. */
  readonly relationship?: string;
  /** Renders a refusal in this reply's own form. */
  refuse?(error: ApiError): Rendered;
  /** Renders every failure in this reply's own form, also those of the service itself, in place of the error document. */
  readonly showFailure?: (failure: ApiError) => Rendered;
  render(output: Output, rendering: Rendering): Promise<Rendered> | Rendered;
}

const jsonHeaders = { 'content-type': jsonApiType };

const json = (status: number, document: object): Rendered => ({
  status,
  headers: jsonHeaders,
  body: JSON.stringify(document),
});

const includedWith = async (objects: readonly ResourceObject[], rendering: Rendering) =>
  rendering.include.length === 0 ? undefined : included(objects, rendering.include, rendering);

/** Members of the `meta` of a document, read from what the handler returned, and the schema of each. */
export interface Meta<Output> {
  readonly members: Readonly<Record<string, TSchema>>;
  /** Undefined where the document has no `meta`. */
  readonly read: (output: Output) => object | undefined;
}

/** One resource; the handler returns its row. `always` is included in every document. */
export const one = <Shown, Row extends Shown = Shown>(
  resource: Resource<Shown>,
  status: 200 | 201 = 200,
  always: readonly string[] = [],
  meta?: Meta<Row>,
): Reply<Row> =>
  derived(resource, (shown) => ({
    status,
    mediaType: jsonApiType,
    resource: shown,
    schema: (includable) => documentSchema(shown.schema, includable, meta?.members),
    render: async (row, rendering) => {
      const object = shown.object(row);
      const include = [...new Set([...always, ...rendering.include])];
      const records = await includedWith([object], { ...rendering, include });
      return json(status, documentOf(object, rendering.address, { included: records, meta: meta?.read(row) }));
    },
  }));

/** A page of a list; the handler returns the page of rows. */
export const many = <Row, Listed extends Page<Row> = Page<Row>>(
  resource: Resource<Row>,
  meta?: Meta<Listed>,
): Reply<Listed> =>
  derived(resource, (shown) => ({
    status: 200,
    mediaType: jsonApiType,
    resource: shown,
    schema: (includable) => collectionSchema(shown.schema, includable, meta?.members),
    render: async (page, rendering) => {
      const objects = page.rows.map((row) => shown.object(row));
      const records = await includedWith(objects, rendering);
      return json(200, collectionOf(objects, page, rendering.address, { included: records, meta: meta?.read(page) }));
    },
  }));

/** A whole list, or a page of it where the request names one; the handler returns either. */
export const manyOrAll = <Row>(resource: Resource<Row>): Reply<Page<Row> | readonly Row[]> =>
  derived(resource, (shown) => ({
    status: 200,
    mediaType: jsonApiType,
    resource: shown,
    schema: () => wholeSchema(shown.schema),
    render: (listed, { address }) => {
      const objectsOf = (rows: readonly Row[]) => rows.map((row) => shown.object(row));
      if (!('rows' in listed)) return json(200, wholeOf(objectsOf(listed), address));
      return json(200, collectionOf(objectsOf(listed.rows), listed, address, { included: undefined }));
    },
  }));

/** A JSON:API document whose form no resource tells. */
export const document = <Output>(shown: Shown<Output>): Reply<Output> =>
  derived(shown, ({ schema, read }) => ({
    status: 200,
    mediaType: jsonApiType,
    schema: () => schema,
    render: (output) => json(200, Object(read(output))),
  }));

/** Copy of a reply that renders in another way. */
const rendering = <Inner, Output>(
  reply: Reply<Inner>,
  change: (render: Reply<Inner>['render']) => Reply<Output>['render'],
): Reply<Output> => derived(reply, (inner) => ({ ...inner, render: change(inner.render) }));

/** Input of a reply whose header fields depend on what was done, such as a cookie. */
export interface WithHeaders<Output> {
  readonly output: Output;
  readonly headers: Readonly<Record<string, string>>;
}

/** Copy of a reply, with the header fields that the handler returns beside its output. */
export const withHeaders = <Output>(reply: Reply<Output>): Reply<WithHeaders<Output>> =>
  rendering(reply, (render) => async ({ output, headers }, facts) => {
    const rendered = await render(output, facts);
    return { ...rendered, headers: { ...rendered.headers, ...headers } };
  });

/** Copy of a reply, with an entity tag that says which values of the record `If-Match` guards. */
export const guarded = <Output>(reply: Reply<Output>, recordOf: (output: Output) => object): Reply<Output> =>
  rendering(reply, (render) => async (output, facts) => {
    const rendered = await render(output, facts);
    const { body } = rendered;
    if (typeof body !== 'string') return rendered;
    return { ...rendered, headers: { ...rendered.headers, etag: recordTag(recordOf(output), body) } };
  });

/** Copy of a reply, for what is shown once: nothing on the way may keep it. */
export const unstored = <Output>(reply: Reply<Output>): Reply<Output> =>
  rendering(reply, (render) => async (output, facts) => {
    const rendered = await render(output, facts);
    return { ...rendered, headers: { ...rendered.headers, 'cache-control': 'no-store' } };
  });

const unicodeEscape = (character: string): string => `\\u00${character.charCodeAt(0).toString(16)}`;

/** Copy of a reply, its JSON without the characters that begin something in HTML; it means the same. */
export const escaped = <Output>(reply: Reply<Output>): Reply<Output> =>
  rendering(reply, (render) => async (output, facts) => {
    const rendered = await render(output, facts);
    const { body } = rendered;
    return typeof body === 'string' ? { ...rendered, body: body.replaceAll(/[<>&]/g, unicodeEscape) } : rendered;
  });

/** 202 without a body: the work is done later, or not at all. */
export const accepted: Reply<void> = { status: 202, render: () => ({ status: 202, headers: {} }) };

/** 200 without a body. */
export const done: Reply<void> = { status: 200, render: () => ({ status: 200, headers: { 'content-length': '0' } }) };

/** 204 without a body. */
export const nothing: Reply<void> = { status: 204, render: () => ({ status: 204, headers: {} }) };

/** A plain JSON document outside JSON:API's conventions. */
export const plain = <Output extends object>(
  schema: TSchema,
  headers: Readonly<Record<string, string>> = {},
): Reply<Output> => ({
  status: 200,
  mediaType: 'application/json',
  schema: () => schema,
  render: (document) => ({
    status: 200,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(document),
  }),
});

/** A page, or the way to another one, as the handler made it. */
export const page: Reply<Rendered> = { status: 200, isPage: true, render: (rendered) => rendered };

/** Bytes that somebody uploaded, to be saved and never to be rendered. */
export interface Download {
  readonly fileName: string;
  readonly sha256: string;
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

export const download: Reply<Download> = {
  status: 200,
  mediaType: 'application/octet-stream',
  render: ({ fileName, sha256, size, chunks }) => ({
    status: 200,
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(size),
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-security-policy': 'sandbox',
      etag: `W/"${sha256}"`,
    },
    body: chunks,
  }),
};
