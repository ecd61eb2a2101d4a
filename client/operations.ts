// Types of calls, from the description of the API.
import type { components, paths } from './api.generated.ts';
import type { Content, Method } from './request.ts';

/** A resource of the API by the name of its type, such as `Resource<'organizations'>`. */
export type Resource<Type extends keyof components['schemas']> = components['schemas'][Type];

/** The paths of the description that have a method. */
export type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Readonly<Record<M, unknown>> ? Path : never;
}[keyof paths];

/** An operation of the description. */
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

/** The parameters of the query of an operation; what is undefined is left out. */
type Query<Of> = { readonly [Name in keyof Parameters<Of, 'query'>]: Parameters<Of, 'query'>[Name] | undefined };

type QueryPart<Of> = Of extends { readonly parameters: { readonly query: object } }
  ? { readonly query: Query<Of> }
  : { readonly query?: Query<Of> };

/** The parameters of the query of a list. */
export type QueryOf<Path extends PathWith<'get'>> = Query<Operation<'get', Path>>;

/** The documents or bytes that an operation takes, by their media types. */
type BodyContent<Of> = Of extends { readonly requestBody?: { readonly content: infer Found } } ? Found : never;

type SentPart<Sent> = [Sent] extends [never]
  ? { readonly body?: never; readonly content?: never }
  : Sent extends { readonly 'application/octet-stream': unknown }
    ? { readonly content: Content }
    : { readonly body: Sent[keyof Sent] };

type BodyPart<Of> = Of extends { readonly requestBody: object }
  ? SentPart<BodyContent<Of>>
  : Partial<SentPart<BodyContent<Of>>>;

/** The document that an operation takes. */
export type BodyOf<Of> = BodyContent<Of>[keyof BodyContent<Of>];

/** What every call takes. */
interface CallOptions {
  readonly signal?: AbortSignal | null;
  /** Entity tag of the record as it was read: the service refuses the change (412) if the record has changed since then. */
  readonly ifMatch?: string | undefined;
  /** Keeps each number that a double cannot represent as it is written: `JSON.stringify` gives it back so. */
  readonly exact?: boolean;
}

/** Parameters and body of a call. */
export type Init<Of> = PathPart<Of> & QueryPart<Of> & BodyPart<Of> & CallOptions;

/** The last argument of a call, which may be left out if nothing in it is required. */
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

/** The document that an operation answers; undefined for one without any. */
export type DocumentOf<Of> = JsonIn<Success<Of>>;

/** A record of a document whose `data` is one or many. */
export type RecordOf<Document> = Document extends { readonly data: readonly (infer Row)[] }
  ? Row
  : Document extends { readonly data: infer Row }
    ? Row
    : never;

type Fields = 'attributes' | 'relationships';

type FieldsIn<Row> = { readonly [Part in Fields & keyof Row]: keyof Row[Part] & string };

/** The names of the attributes and relationships of an operation's records, no two of which are the same. */
export type FieldOf<Of> = FieldsIn<RecordOf<DocumentOf<Of>>>[Fields & keyof RecordOf<DocumentOf<Of>>];

/** The attributes or relationships of a record; all of them may be missing if none of them is needed. */
type LoosePart<Row, Part extends Fields, Needed> =
  Row extends Readonly<Record<Part, infer All>>
    ? [Needed & keyof All] extends [never]
      ? { readonly [Name in Part]?: Partial<All> }
      : { readonly [Name in Part]: Pick<All, Needed & keyof All> & Partial<All> }
    : unknown;

/** A record of which only some attributes and relationships are known to be there. */
type Loose<Row, Needed> = Row extends { readonly id: string }
  ? Partial<Omit<Row, 'id' | Fields>> & { readonly id: string } & LoosePart<Row, 'attributes', Needed> &
      LoosePart<Row, 'relationships', Needed>
  : Row;

/** The document of a call that names the attributes and relationships which it needs. */
export type Needing<Document, Needs> = Needs extends readonly (infer Needed)[]
  ? Partial<Omit<Document, 'data'>> & {
      readonly data: Document extends { readonly data: readonly (infer Row)[] }
        ? readonly Loose<Row, Needed>[]
        : Loose<RecordOf<Document>, Needed>;
    }
  : Document;
