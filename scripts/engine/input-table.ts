// Input of policies, as a table and for the editor of the console: from the schema that their code is checked with.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { engineFolder } from './sums.ts';

/** As much of a JSON Schema as that one uses. */
interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

const schemaText = (): Promise<string> => readFile(join(engineFolder, 'engine/input-schema.json'), 'utf8');

/** The schema, as the editor of the console reads it. */
export const inputSchema = async (): Promise<string> =>
  `${JSON.stringify(JSON.parse(await schemaText()), undefined, 2)}\n`;

/** A row for each member that the schema describes; what has the same form as an earlier one is listed there. */
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
