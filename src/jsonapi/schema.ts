// The building blocks of attribute schemas: JSON Schema with the limits that every text keeps.
import { type TSchema, Type } from 'typebox';
import { inputFormPattern, inputFormRule, maxInputFormLength } from '../kernel/input-form.ts';
import { durationPattern } from '../lib/text/durations.ts';
import { emailPattern, maxEmailLength, phoneNumber } from '../lib/text/text.ts';

/** The longest text of an attribute, in characters. */
const maxTextLength = 65_536;
const maxNameLength = 255;

/** A text of any content that can be stored; at most 65,536 characters by default. */
export const Text = (maxLength = maxTextLength) => Type.String({ format: 'text', maxLength });

/** Any JSON whose texts can be stored. */
export const Json = () => Type.Unknown({ 'x-storable': true });

/** A name of letters, digits, `-` and `_`. */
export const Name = () =>
  Type.String({
    minLength: 1,
    maxLength: maxNameLength,
    pattern: '^[A-Za-z0-9_-]*$',
    'x-detail': 'can only include letters, numbers, -, and _.',
  });

/** The form in which policies get a plan. */
export const InputForm = () =>
  Type.String({ maxLength: maxInputFormLength, pattern: inputFormPattern, 'x-detail': `${inputFormRule}.` });

/** The identifier of something managed here or elsewhere: visible ASCII characters, so never a space. */
export const Identifier = () =>
  Type.String({
    minLength: 1,
    maxLength: maxNameLength,
    pattern: '^[!-~]*$',
    'x-detail': 'can only include visible ASCII characters.',
  });

/** A moment: ISO 8601, UTC, three decimals. */
export const Timestamp = () => Type.String({ format: 'date-time' });

/** The rule of a timeout, for messages. */
export const timeoutRule = 'must be a positive time of at most 24h, such as 90s, 1.5h or 1h30m';

/** Duration: a positive time of at most 24 hours, such as `90s` or `1h30m`. */
export const Timeout = () =>
  Type.String({ format: 'timeout', maxLength: maxNameLength, pattern: durationPattern, 'x-detail': timeoutRule });

/** An integer from `minimum` on, as large as the databases keep one. */
export const Count = (minimum: number) => Type.Integer({ minimum, maximum: 2_147_483_647 });

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const NullableString = () => Nullable(Type.String());

/** True if a schema takes a text. */
export const isText = (schema: TSchema): boolean =>
  'anyOf' in schema
    ? [schema.anyOf].flat().some((each) => isText(Object(each)))
    : Reflect.get(schema, 'type') === 'string';

/** A strict object: what it does not name does not belong in it. */
export const Exactly = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const email = {
  format: 'address',
  maxLength: maxEmailLength,
  pattern: emailPattern,
  'x-detail': 'is not an e-mail address',
};

/** A bare e-mail address, at most 254 characters. */
export const Email = () => Type.String({ ...email, minLength: 1 });

/** A bare e-mail address, or nothing. */
export const EmailOrBlank = () => Type.String(email);

/** The name or the IP address of another machine, without a port, or nothing. */
export const HostOrBlank = () =>
  Type.String({
    maxLength: maxNameLength,
    pattern: '^[A-Za-z0-9._-]*$|^[0-9A-Fa-f.]*(:[0-9A-Fa-f.]*){2,}$',
    'x-detail': 'must be a name or an IP address, without a port',
  });

/** Pattern of a name that stands in addresses, where `.` and `..` would be no names, and the message about another one. */
const pathName = {
  pattern: '^(?!\\.{1,2}$)[A-Za-z0-9_.-]*$',
  'x-detail': 'can only include letters, numbers, -, _, and ., and not be . or ..',
};

/** The identifier of an account elsewhere, which stands in addresses, or nothing. */
export const AccountIdOrBlank = () => Type.String({ maxLength: maxNameLength, ...pathName });

/** A phone number as people write it. */
export const PhoneNumber = () =>
  Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: `^$|${phoneNumber.source}`,
    'x-detail': 'is not a phone number',
  });

/** A phone number as people write it, or nothing. */
export const PhoneNumberOrBlank = () =>
  Type.String({ maxLength: 64, pattern: `^$|${phoneNumber.source}`, 'x-detail': 'is not a phone number' });

/** A TCP port. */
export const Port = () => Type.Integer({ minimum: 1, maximum: 65_535 });

/** A name to sign in with: letters, digits, `_`, `.` and `-`, at most 64. */
export const Username = () =>
  Type.String({
    format: 'username',
    minLength: 1,
    maxLength: 64,
    ...pathName,
  });

/** A password of 12 to 128 characters. */
export const Password = () => Type.String({ format: 'text', minLength: 12, maxLength: 128 });

/** The data of a to-many relationship in a request: references of one type. */
export const References = (type: string) => Type.Object({ data: Type.Array(Named(type), { maxItems: 1_000 }) });

/** Counterpart for a to-one relationship. */
export const Reference = (type: string) => Type.Object({ data: Named(type) });

const Named = (type: string) => Type.Object({ id: Identifier(), type: Type.Literal(type) });
