import type { TSchema } from 'typebox';
import { nameTeams } from '../jsonapi/creator.ts';
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

/** Rendered response that has not been sent yet. */
export interface Rendered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Response body. A buffer is sent without being copied. */
  readonly body?: string | Buffer | AsyncIterable<Uint8Array>;
}

/** Request data that may be needed to render the response. */
interface Rendering extends Loading {
  readonly address: ListAddress;
  readonly include: readonly string[];
}

/** Converts the result of a handler to a response. Also describes that response for the API description. */
export interface Reply<Output> {
  readonly status: number;
  /** Another success status. The response with this status has the same form. */
  readonly otherStatus?: number;
  readonly mediaType?: string;
  /** Further media types in which the response may be sent. */
  readonly otherMediaTypes?: readonly string[];
  /**
   * Whether the response is an HTML page for people. The route's errors are pages as well, and the API description
   * omits the route.
   */
  readonly isPage?: boolean;
  /**
   * Returns the schema of the response. `includable` contains the schemas of the resources that the response can
   * include.
   */
  readonly schema?: (includable: readonly TSchema[]) => TSchema;
  /** Schema of this reply's own error format. Errors can have this format or the usual one. */
  readonly failure?: TSchema;
  /** Resource type in the response. Its relationships determine which resources can be included. */
  readonly resource?: Resource<never>;
  /** Relationship whose records the response contains instead of the resource. */
  readonly relationship?: string;
  /** Renders an expected error in this reply's own format. */
  refuse?(error: ApiError): Rendered;
  /**
   * Renders every error in this reply's own format, including internal errors. The usual error document is then never
   * sent.
   */
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

/** Members of a document's `meta`: their schemas, and the function that reads them from the handler's result. */
export interface Meta<Output> {
  readonly members: Readonly<Record<string, TSchema>>;
  /** Returns undefined if the document has no `meta`. */
  readonly read: (output: Output) => object | undefined;
}

/**
 * Reply with one resource. The handler returns the resource's row. The relationships in `always` are included in every
 * document.
 */
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
      await nameTeams([object], shown.schema, rendering);
      const include = [...new Set([...always, ...rendering.include])];
      const records = await includedWith([object], { ...rendering, include });
      return json(status, documentOf(object, rendering.address, { included: records, meta: meta?.read(row) }));
    },
  }));

/** Reply with one resource that the request has created (201), or that already existed (200). */
export const createdOrFound = <Row>(resource: Resource<Row>, isNew: (row: Row) => boolean): Reply<Row> =>
  derived(one(resource, 201), (created) => ({
    ...created,
    otherStatus: 200,
    render: async (row, facts) => ({ ...(await created.render(row, facts)), status: isNew(row) ? 201 : 200 }),
  }));

/** Reply with one page of a list. The handler returns the page of rows. */
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
      await nameTeams(objects, shown.schema, rendering);
      const records = await includedWith(objects, rendering);
      return json(200, collectionOf(objects, page, rendering.address, { included: records, meta: meta?.read(page) }));
    },
  }));

/**
 * Reply with a complete list or, if the request has page parameters, with a page of it. The handler returns all rows or
 * a page of rows.
 */
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

/** Reply with a JSON:API document whose content is not a resource. */
export const document = <Output>(shown: Shown<Output>): Reply<Output> =>
  derived(shown, ({ schema, read }) => ({
    status: 200,
    mediaType: jsonApiType,
    schema: () => schema,
    render: (output) => json(200, Object(read(output))),
  }));

/** Copies a reply and replaces its `render` function. */
const rendering = <Inner, Output>(
  reply: Reply<Inner>,
  change: (render: Reply<Inner>['render']) => Reply<Output>['render'],
): Reply<Output> => derived(reply, (inner) => ({ ...inner, render: change(inner.render) }));

/** Result of a handler that also sets headers, such as a cookie. */
export interface WithHeaders<Output> {
  readonly output: Output;
  readonly headers: Readonly<Record<string, string>>;
}

/** Copies a reply. The copy also sends the headers that the handler returns with its output. */
export const withHeaders = <Output>(reply: Reply<Output>): Reply<WithHeaders<Output>> =>
  rendering(reply, (render) => async ({ output, headers }, facts) => {
    const rendered = await render(output, facts);
    return { ...rendered, headers: { ...rendered.headers, ...headers } };
  });

/**
 * Copies a reply. The copy also sends an entity tag for use in `If-Match`. `recordOf` returns the values from which the
 * tag is computed.
 */
export const guarded = <Output>(reply: Reply<Output>, recordOf: (output: Output) => object): Reply<Output> =>
  rendering(reply, (render) => async (output, facts) => {
    const rendered = await render(output, facts);
    const { body } = rendered;
    if (typeof body !== 'string') return rendered;
    return { ...rendered, headers: { ...rendered.headers, etag: recordTag(recordOf(output), body) } };
  });

/** Copies a reply for output that is shown only once. The copy forbids caches to store the response. */
export const unstored = <Output>(reply: Reply<Output>): Reply<Output> =>
  rendering(reply, (render) => async (output, facts) => {
    const rendered = await render(output, facts);
    return { ...rendered, headers: { ...rendered.headers, 'cache-control': 'no-store' } };
  });

const unicodeEscape = (character: string): string => `\\u00${character.charCodeAt(0).toString(16)}`;

/** Copies a reply. The copy escapes characters in its JSON that have a meaning in HTML. The JSON remains equivalent. */
export const escaped = <Output>(reply: Reply<Output>): Reply<Output> =>
  rendering(reply, (render) => async (output, facts) => {
    const rendered = await render(output, facts);
    const { body } = rendered;
    return typeof body === 'string' ? { ...rendered, body: body.replaceAll(/[<>&]/g, unicodeEscape) } : rendered;
  });

/** Reply 202 without a body. The requested work may be done later. */
export const accepted: Reply<void> = { status: 202, render: () => ({ status: 202, headers: {} }) };

/** Reply 200 without a body. */
export const done: Reply<void> = { status: 200, render: () => ({ status: 200, headers: { 'content-length': '0' } }) };

/** Reply 204 without a body. */
export const nothing: Reply<void> = { status: 204, render: () => ({ status: 204, headers: {} }) };

/** Reply with a JSON document that does not follow JSON:API. */
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

/** Reply with an HTML page or a redirect, which the handler renders. */
export const page: Reply<Rendered> = { status: 200, isPage: true, render: (rendered) => rendered };

/** Uploaded file that browsers must save instead of displaying it. */
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
