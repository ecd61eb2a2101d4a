// Building blocks for the schemas of attributes. Every text has a maximum length.
import { type TSchema, Type } from 'typebox';
import { inputFormPattern, inputFormRule, maxInputFormLength } from '../kernel/input-form.ts';
import { durationPattern } from '../lib/text/durations.ts';
import { emailPattern, maxEmailLength, phoneNumber } from '../lib/text/text.ts';

/** Default maximum length of a text in characters. */
const maxTextLength = 65_536;
const maxNameLength = 255;

/** Any text that the database can store. By default, it has at most 65,536 characters. */
export const Text = (maxLength = maxTextLength) => Type.String({ format: 'text', maxLength });

/** Any JSON value. All texts in it must be storable in the database. */
export const Json = () => Type.Unknown({ 'x-storable': true });

/** Name that consists of letters, digits, `-` and `_`. */
export const Name = () =>
  Type.String({
    minLength: 1,
    maxLength: maxNameLength,
    pattern: '^[A-Za-z0-9_-]*$',
    'x-detail': 'can only include letters, numbers, -, and _.',
  });

/** Structure of the input document that policies get for a plan; see `kernel/input-form.ts`. */
export const InputForm = () =>
  Type.String({ maxLength: maxInputFormLength, pattern: inputFormPattern, 'x-detail': `${inputFormRule}.` });

/** Identifier of a record in this service or in another one. It consists of visible ASCII characters without spaces. */
export const Identifier = () =>
  Type.String({
    minLength: 1,
    maxLength: maxNameLength,
    pattern: '^[!-~]*$',
    'x-detail': 'can only include visible ASCII characters.',
  });

/** Time in ISO 8601 format, in UTC with milliseconds. */
export const Timestamp = () => Type.String({ format: 'date-time' });

/** Text of the error message for an invalid `Timeout`. */
export const timeoutRule = 'must be a positive time of at most 24h, such as 90s, 1.5h or 1h30m';

/** Positive duration of at most 24 hours, such as `90s` or `1h30m`. */
export const Timeout = () =>
  Type.String({ format: 'timeout', maxLength: maxNameLength, pattern: durationPattern, 'x-detail': timeoutRule });

/** Integer from `minimum` up to the largest signed 32-bit integer. */
export const Count = (minimum: number) => Type.Integer({ minimum, maximum: 2_147_483_647 });

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const NullableString = () => Nullable(Type.String());

/** Whether a schema accepts a text. */
export const isText = (schema: TSchema): boolean =>
  'anyOf' in schema
    ? [schema.anyOf].flat().some((each) => isText(Object(each)))
    : Reflect.get(schema, 'type') === 'string';

/** Object schema that does not accept additional properties. */
export const Exactly = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const email = {
  format: 'address',
  maxLength: maxEmailLength,
  pattern: emailPattern,
  'x-detail': 'is not an e-mail address',
};

/** Email address of at most 254 characters, without a display name. */
export const Email = () => Type.String({ ...email, minLength: 1 });

/** Email address without a display name, or an empty string. */
export const EmailOrBlank = () => Type.String(email);

/** Host name or IP address without a port, or an empty string. */
export const HostOrBlank = () =>
  Type.String({
    maxLength: maxNameLength,
    pattern: '^[A-Za-z0-9._-]*$|^[0-9A-Fa-f.]*(:[0-9A-Fa-f.]*){2,}$',
    'x-detail': 'must be a name or an IP address, without a port',
  });

/** Pattern and error message for a name that becomes a segment of a URL path. It must not be `.` or `..`. */
const pathName = {
  pattern: '^(?!\\.{1,2}$)[A-Za-z0-9_.-]*$',
  'x-detail': 'can only include letters, numbers, -, _, and ., and cannot be . or ..',
};

/** Identifier of an account at another service, or an empty string. The identifier becomes part of URLs. */
export const AccountIdOrBlank = () => Type.String({ maxLength: maxNameLength, ...pathName });

/** Phone number, which may contain spaces and punctuation. */
export const PhoneNumber = () =>
  Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: `^$|${phoneNumber.source}`,
    'x-detail': 'is not a phone number',
  });

/** Phone number, or an empty string. */
export const PhoneNumberOrBlank = () =>
  Type.String({ maxLength: 64, pattern: `^$|${phoneNumber.source}`, 'x-detail': 'is not a phone number' });

/** TCP port number. */
export const Port = () => Type.Integer({ minimum: 1, maximum: 65_535 });

/** Username for signing in. It consists of letters, digits, `_`, `.` and `-`, and has at most 64 characters. */
export const Username = () =>
  Type.String({
    format: 'username',
    minLength: 1,
    maxLength: 64,
    ...pathName,
  });

/** Password of 12 to 128 characters. */
export const Password = () => Type.String({ format: 'text', minLength: 12, maxLength: 128 });

/** To-many relationship in a request. It refers to records of one type. */
export const References = (type: string, maxItems = 1_000) =>
  Type.Object({ data: Type.Array(Named(type), { maxItems }) });

/** To-one relationship in a request. It refers to one record. */
export const Reference = (type: string) => Type.Object({ data: Named(type) });

const Named = (type: string) => Type.Object({ id: Identifier(), type: Type.Literal(type) });
