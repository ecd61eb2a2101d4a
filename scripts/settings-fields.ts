// Generates the fields of the console's settings forms. They come from the same declarations as the routes and the
// OpenAPI description.
import { type Config, readConfig } from '../src/config.ts';
import type { SettingsGroupDefinition } from '../src/domains/instance/index.ts';

type Attribute = SettingsGroupDefinition['attributes'][string];
type Stored = Extract<Attribute, { readonly kind: 'stored' }>;

const limits = ['minimum', 'maximum', 'maxLength'];

/** Returns the schema of a setting's value, without null. */
const schemaOf = ({ schema }: Stored): object => {
  const [first]: readonly unknown[] = [Reflect.get(schema, 'anyOf') ?? schema].flat();
  return Object(first);
};

const inputOf = (schema: object): object => {
  const options: unknown = Reflect.get(schema, 'enum');
  if (Array.isArray(options)) return { input: 'choice', options };
  const type: unknown = Reflect.get(schema, 'type');
  if (type === 'array') return { input: 'list' };
  const bounds = limits.flatMap((name) => (Reflect.has(schema, name) ? [[name, Reflect.get(schema, name)]] : []));
  return { input: type === 'boolean' || type === 'integer' ? type : 'text', ...Object.fromEntries(bounds) };
};

const defaultOf = ({ initial }: Stored, config: Config): object => {
  const value: unknown = initial(config);
  return value === null || value === '' ? {} : { default: value };
};

const fieldOf = (name: string, attribute: Attribute, config: Config): object | undefined => {
  if (attribute.kind === 'computed') return { name, input: 'text', isReadOnly: true };
  if (attribute.kind !== 'stored' || attribute.compatOnly === true) return undefined;
  if (attribute.isReadOnly === true && attribute.isWriteOnly === true) return undefined;
  return {
    name,
    ...inputOf(schemaOf(attribute)),
    ...defaultOf(attribute, config),
    ...(attribute.canBeNull && { canBeNull: true }),
    ...(attribute.isReadOnly === true && { isReadOnly: true }),
    ...(attribute.isSecret === true && { isSecret: true }),
  };
};

/**
 * Returns the fields of all setting groups, in declaration order. Deprecated names, and settings that have no effect,
 * are left out.
 */
export function settingsFields(groups: readonly SettingsGroupDefinition[]): string {
  const config = readConfig({});
  const fields = groups.map(({ id, attributes }) => [
    id,
    Object.entries(attributes).flatMap(([name, attribute]) => fieldOf(name, attribute, config) ?? []),
  ]);
  return `${JSON.stringify(Object.fromEntries(fields), null, 2)}\n`;
}
