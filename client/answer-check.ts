// Whether an answer is what the description says: the service may be of another version, or of another make.
import { unknownService } from './failure.ts';

/** The part of JSON Schema that answers are checked by: members and their types. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  /** Of members without a name, such as those of a map. */
  readonly additionalProperties?: Shape;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  /** Name of a shape that several answers share. */
  readonly $ref?: string;
}

export interface AnswerShapes {
  readonly shared: Readonly<Record<string, Shape>>;
  /** By method and path, such as `get /api/v2/policies/{policy_id}`. */
  readonly answers: Readonly<Record<string, Shape>>;
}

/** A number that stays as it is written is an object of its own kind. */
const isRawNumber = (value: unknown): boolean => {
  const isRaw: unknown = Reflect.get(JSON, 'isRawJSON');
  return typeof isRaw === 'function' && isRaw(value) === true;
};

const typesOf = (value: unknown): readonly string[] => {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number' || isRawNumber(value)) return ['number', 'integer'];
  return [typeof value];
};

/** Whether a value has a shape. Members that the shape does not name may be anything. */
export function hasShape(value: unknown, shape: Shape, shared: AnswerShapes['shared']): boolean {
  if (shape.$ref !== undefined) return hasShape(value, shared[shape.$ref] ?? {}, shared);
  if (shape.anyOf !== undefined) return shape.anyOf.some((each) => hasShape(value, each, shared));
  const { type, required = [], properties = {}, additionalProperties, items } = shape;
  if (type !== undefined && !typesOf(value).some((name) => [type].flat().includes(name))) return false;
  if (Array.isArray(value)) return items === undefined || value.every((each) => hasShape(each, items, shared));
  if (typeof value !== 'object' || value === null) return true;
  const members = Object.entries(value);
  return (
    required.every((name) => members.some(([present]) => present === name)) &&
    members.every(([name, member]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      return known === undefined || hasShape(member, known, shared);
    })
  );
}

const text: Shape = { type: 'string' };

const resolved = (shape: Shape = {}, shared: AnswerShapes['shared']): Shape =>
  shape.$ref === undefined ? shape : resolved(shared[shape.$ref], shared);

/** A document of records that have some attributes and relationships, whatever else is in it. */
function documentWith(needs: readonly string[], answer: Shape | undefined, shared: AnswerShapes['shared']): Shape {
  const described = resolved(resolved(answer, shared).properties?.data, shared);
  const known = resolved(resolved(described.items ?? described, shared).properties?.relationships, shared).properties;
  const related = Object.fromEntries(Object.entries(known ?? {}).filter(([name]) => needs.includes(name)));
  const own = needs.filter((name) => !Object.hasOwn(related, name));
  const names = Object.keys(related);
  const parts = {
    ...(own.length > 0 && { attributes: { type: 'object', required: own } }),
    ...(names.length > 0 && { relationships: { type: 'object', required: names, properties: related } }),
  };
  const row: Shape = { type: 'object', required: ['id', ...Object.keys(parts)], properties: { id: text, ...parts } };
  const list: Shape = { type: 'array', items: row };
  // A path that the description does not have may answer a record or a list.
  const data = answer === undefined ? { anyOf: [row, list] } : described.items === undefined ? row : list;
  return { type: 'object', required: ['data'], properties: { data } };
}

interface Checked {
  readonly document: unknown;
  /** The attributes and relationships that the document must have; undefined for all that the description requires. */
  readonly needs: readonly string[] | undefined;
}

/** Throws an `ApiFailure` for a document that is no answer to an operation such as `get /api/v2/ping`. */
export async function checkAnswer(name: string, operation: string, { document, needs }: Checked): Promise<void> {
  const { answers, shared } = await import('./schemas.generated.ts');
  const answer = answers[operation];
  const shape = needs === undefined ? answer : documentWith(needs, answer, shared);
  if (shape === undefined || hasShape(document, shape, shared)) return;
  throw unknownService(name);
}
