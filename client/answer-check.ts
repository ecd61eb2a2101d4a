// Validates responses against the OpenAPI description, because the server may be another version of Tipstaff or a
// different product.
import { unknownService } from './failure.ts';

/** Schema for validating a response. It is the subset of JSON Schema that describes members and their types. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  /** Schema for all members that `properties` does not contain, such as the entries of a map. */
  readonly additionalProperties?: Shape;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  /** Key of another schema in `AnswerShapes.shared`. */
  readonly $ref?: string;
}

export interface AnswerShapes {
  readonly shared: Readonly<Record<string, Shape>>;
  /** Response schemas by operation, such as `get /api/v2/policies/{policy_id}`. */
  readonly answers: Readonly<Record<string, Shape>>;
}

/**
 * Whether the value is a number that `parseExactly` returned with its source text. JavaScript represents such a number
 * as an object.
 */
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

/** Whether a value matches a schema. Members that the schema does not name may have any value. */
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

/**
 * Returns the schema for a document whose records have the given attributes and relationships. All other members of the
 * document are optional.
 */
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
  // If the path is not in the OpenAPI description, the response may be a record or a list.
  const data = answer === undefined ? { anyOf: [row, list] } : described.items === undefined ? row : list;
  return { type: 'object', required: ['data'], properties: { data } };
}

interface Checked {
  readonly document: unknown;
  /**
   * Names of the attributes and relationships that each record in the response must have. If undefined, everything that
   * the OpenAPI description requires must be present.
   */
  readonly needs: readonly string[] | undefined;
}

/**
 * Throws `ApiFailure` if the document is not a valid response. `operation` has the form `get /api/v2/ping`. `name` is
 * the name of the service in messages.
 */
export async function checkAnswer(name: string, operation: string, { document, needs }: Checked): Promise<void> {
  const { answers, shared } = await import('./schemas.generated.ts');
  const answer = answers[operation];
  const shape = needs === undefined ? answer : documentWith(needs, answer, shared);
  if (shape === undefined || hasShape(document, shape, shared)) return;
  throw unknownService(name);
}
