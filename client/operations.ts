// Types of requests and responses. They are derived from the OpenAPI description.
import type { components, paths } from './api.generated.ts';
import type { Content, Method } from './request.ts';

/** An API resource by its JSON:API type, such as `Resource<'organizations'>`. */
export type Resource<Type extends keyof components['schemas']> = components['schemas'][Type];

/** Paths in the OpenAPI description that support an HTTP method. */
export type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Readonly<Record<M, unknown>> ? Path : never;
}[keyof paths];

export type Operation<M extends Method, Path extends PathWith<M>> =
  paths[Path] extends Readonly<Record<M, infer Found>> ? Found : never;

type Parameters<Of, Place extends 'path' | 'query'> = Of extends {
  readonly parameters: { readonly [Key in Place]?: infer Found };
}
  ? Found
  : never;

type PathPart<Of> = [Parameters<Of, 'path'>] extends [never]
  ? { readonly params?: never }
  : { readonly params: Readonly<Record<keyof Parameters<Of, 'path'>, string | number>> };

/** Query parameters of an operation. Undefined values are omitted. */
type Query<Of> = { readonly [Name in keyof Parameters<Of, 'query'>]: Parameters<Of, 'query'>[Name] | undefined };

type QueryPart<Of> = Of extends { readonly parameters: { readonly query: object } }
  ? { readonly query: Query<Of> }
  : { readonly query?: Query<Of> };

/** Query parameters of an endpoint; by default, of its method GET. */
export type QueryOf<Path extends PathWith<M>, M extends Method = 'get'> = Query<Operation<M, Path>>;

/** Request bodies of an operation by media type. */
type BodyContent<Of> = Of extends { readonly requestBody?: { readonly content: infer Found } } ? Found : never;

type SentPart<Sent> = [Sent] extends [never]
  ? { readonly body?: never; readonly content?: never }
  : Sent extends { readonly 'application/octet-stream': unknown }
    ? { readonly content: Content }
    : { readonly body: Sent[keyof Sent] };

type BodyPart<Of> = Of extends { readonly requestBody: object }
  ? SentPart<BodyContent<Of>>
  : Partial<SentPart<BodyContent<Of>>>;

export type BodyOf<Of> = BodyContent<Of>[keyof BodyContent<Of>];

/** Options that every request supports. */
interface CallOptions {
  readonly signal?: AbortSignal | null;
  /**
   * Entity tag that was read with the record. The service refuses the change with status 412 if the record was changed
   * after it was read.
   */
  readonly ifMatch?: string | undefined;
  /**
   * Whether to keep the source text of numbers that a double cannot represent, so that `JSON.stringify` writes them
   * unchanged.
   */
  readonly exact?: boolean;
}

/** Parameters, body and options of a request. */
export type Init<Of> = PathPart<Of> & QueryPart<Of> & BodyPart<Of> & CallOptions;

/** Type of the last parameter of a client method. The parameter is optional if none of its members is required. */
export type InitArgument<Given> = object extends Given ? [init?: Given] : [init: Given];

type Success<Of> = Of extends { readonly responses: infer Found }
  ? Found[keyof Found & (200 | 201 | 202 | 204)]
  : never;

type JsonIn<Response> = Response extends { readonly content: infer Found }
  ? Found extends
      | Readonly<Record<'application/vnd.api+json' | 'application/json', unknown>>
      | Readonly<Record<'application/vnd.api+json', infer Json>>
      | Readonly<Record<'application/json', infer Json>>
    ? Json
    : undefined
  : undefined;

/** Response document of an operation. Undefined if the response has no body. */
export type DocumentOf<Of> = JsonIn<Success<Of>>;

/** Type of the records in a document. The document's `data` is a single record or a list. */
export type RecordOf<Document> = Document extends { readonly data: readonly (infer Row)[] }
  ? Row
  : Document extends { readonly data: infer Row }
    ? Row
    : never;

type Fields = 'attributes' | 'relationships';

type FieldsIn<Row> = { readonly [Part in Fields & keyof Row]: keyof Row[Part] & string };

/**
 * Names of the attributes and relationships in an operation's records. No relationship has the name of an attribute.
 */
export type FieldOf<Of> = FieldsIn<RecordOf<DocumentOf<Of>>>[Fields & keyof RecordOf<DocumentOf<Of>>];

/**
 * Attributes or relationships of a record. Only the attributes and relationships in `Needed` are guaranteed to be
 * present.
 */
type LoosePart<Row, Part extends Fields, Needed> =
  Row extends Readonly<Record<Part, infer All>>
    ? [Needed & keyof All] extends [never]
      ? { readonly [Name in Part]?: Partial<All> }
      : { readonly [Name in Part]: Pick<All, Needed & keyof All> & Partial<All> }
    : unknown;

/** A record in which only the attributes and relationships in `Needed` are guaranteed to be present. */
type Loose<Row, Needed> = Row extends { readonly id: string }
  ? Partial<Omit<Row, 'id' | Fields>> & { readonly id: string } & LoosePart<Row, 'attributes', Needed> &
      LoosePart<Row, 'relationships', Needed>
  : Row;

/** Response document in which only the attributes and relationships in `Needs` are guaranteed to be present. */
export type Needing<Document, Needs> = Needs extends readonly (infer Needed)[]
  ? Partial<Omit<Document, 'data'>> & {
      readonly data: Document extends { readonly data: readonly (infer Row)[] }
        ? readonly Loose<Row, Needed>[]
        : Loose<RecordOf<Document>, Needed>;
    }
  : Document;
