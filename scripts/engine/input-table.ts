// Documents the policy input as a Markdown table, and provides its schema for the console's editor. Both are derived
// from the JSON Schema that is used to type-check policy code.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { engineFolder } from './sums.ts';

/** Subset of JSON Schema that the input schema uses. */
interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

const schemaText = (): Promise<string> => readFile(join(engineFolder, 'engine/input-schema.json'), 'utf8');

/** Input schema, formatted for the console's editor. */
export const inputSchema = async (): Promise<string> =>
  `${JSON.stringify(JSON.parse(await schemaText()), undefined, 2)}\n`;

/**
 * Returns a table row for each member that has a description. Members of a shared definition are listed only where the
 * definition is first used.
 */
export async function inputTable(): Promise<string> {
  const schema: Schema = JSON.parse(await schemaText());
  const listed = new Set<string>();
  const rows = (path: string, node: Schema): readonly string[] => {
    const { $ref, items } = node;
    if (items !== undefined) return rows(`${path}[]`, items);
    if ($ref !== undefined) {
      if (listed.has($ref)) return [];
      listed.add($ref);
      return rows(path, schema.definitions?.[$ref.replace('#/definitions/', '')] ?? {});
    }
    return Object.entries(node.properties ?? {}).flatMap(([name, member]) => rowsOf(`${path}.${name}`, member));
  };
  const rowsOf = (path: string, member: Schema): readonly string[] => {
    const target = schema.definitions?.[(member.$ref ?? '').replace('#/definitions/', '')];
    const description = member.description ?? target?.description;
    const row = description === undefined ? [] : [`| \`${path}${member.items ? '[]' : ''}\` | ${description} |`];
    return [...row, ...rows(path, member)];
  };
  return ['| Member | Meaning |', '| --- | --- |', ...rows('input', schema)].join('\n');
}
