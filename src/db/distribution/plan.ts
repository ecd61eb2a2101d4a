// Plans the steps that move a cluster's tables to their declared placements.
import { quoted } from '../backup/tables.ts';
import { type Cluster, type ClusterTable, type ForeignKey, modifyMode } from './cluster.ts';
import { type Placement, placements } from './placements.ts';

/**
 * Work of one transaction: copying a table to every node, distributing a table together with the tables that refer to
 * it, or changing a setting.
 */
interface Step {
  readonly tables: readonly string[];
  readonly placement?: Exclude<Placement, 'coordinator'>;
  /** Database setting that the step changes. It applies to new connections. */
  readonly setting?: string;
  readonly statements: readonly string[];
}

/** Table whose distribution differs from its declared placement. */
interface Misplaced {
  readonly table: string;
  readonly is: Placement;
  readonly wanted: Placement;
}

export interface DistributionPlan {
  readonly steps: readonly Step[];
  readonly misplaced: readonly Misplaced[];
  /** Names of tables that this program does not know. It does not change them. */
  readonly unknown: readonly string[];
}

type Placements = Readonly<Record<string, Placement>>;

/** Returns the distribution column of a placement. */
const columnOf = (placement: Placement | undefined): string | undefined =>
  typeof placement === 'object' ? placement.by : undefined;

const isSame = (one: Placement, other: Placement): boolean => JSON.stringify(one) === JSON.stringify(other);

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Returns statements that add the distribution column to keys without it. Citus requires this, because a shard can only
 * check its own rows for uniqueness.
 */
const widenedKeys = ({ name: table, keys }: ClusterTable, column: string): readonly string[] =>
  keys
    .filter(({ columns }) => !columns.includes(column))
    .flatMap(({ name, isPrimary, columns }) => {
      const wider = [...columns, column].map(quoted).join(', ');
      const key = `${isPrimary ? 'primary key' : 'unique'} (${wider})`;
      return [
        `${change(table)} drop constraint ${quoted(name)}`,
        `${change(table)} add constraint ${quoted(name)} ${key}`,
      ];
    });

const change = (table: string): string => `alter table ${quoted(table)}`;

/**
 * Returns statements that distribute tables. A table may refer to tables before it in the list. No table outside the
 * list may refer to any of them.
 */
const spreading = (tables: readonly ClusterTable[], by: string): readonly string[] => {
  const names = new Set(tables.map(({ name }) => name));
  const inner = tables.flatMap(({ name, foreignKeys }) =>
    foreignKeys.filter(({ parent }) => names.has(parent)).map((key) => ({ table: name, ...key })),
  );
  return [
    ...inner.map(({ table, name }) => `${change(table)} drop constraint ${quoted(name)}`),
    ...tables.flatMap((table) => [
      ...widenedKeys(table, by),
      `select create_distributed_table(${literal(quoted(table.name))}, ${literal(by)})`,
    ]),
    ...inner.map(({ table, name, definition }) => `${change(table)} add constraint ${quoted(name)} ${definition}`),
  ];
};

/** Sorts tables so that each follows the tables it refers to. */
export const parentsFirst = (tables: readonly ClusterTable[]): readonly ClusterTable[] => {
  const ordered: ClusterTable[] = [];
  let left = tables;
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const next = left.filter(({ name, foreignKeys }) =>
      foreignKeys.every(({ parent }) => parent === name || !waiting.has(parent)),
    );
    if (next.length === 0) throw new Error(`tables refer to each other: ${[...waiting].join(', ')}`);
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
};

/** Returns a table and the tables that refer to it, which are distributed together. */
const familyOf = (table: ClusterTable, others: readonly ClusterTable[]): readonly ClusterTable[] => [
  table,
  ...others.filter(({ name, foreignKeys }) => name !== table.name && refersTo(foreignKeys, table.name)),
];

const refersTo = (foreignKeys: readonly ForeignKey[], name: string): boolean =>
  foreignKeys.some(({ parent }) => parent === name);

/**
 * Returns the missing distribution steps. Reference tables come first, because distributed tables may refer to them.
 */
const stepsFor = (tables: readonly ClusterTable[], wanted: Placements): readonly Step[] => {
  const copied = tables.filter(({ name }) => wanted[name] === 'everywhere');
  const spread = tables.filter(({ name }) => columnOf(wanted[name]) !== undefined);
  const roots = spread.filter(({ foreignKeys }) => spread.every(({ name }) => !refersTo(foreignKeys, name)));
  return [
    ...copied.map(({ name }) => ({
      tables: [name],
      placement: 'everywhere' as const,
      statements: [`select create_reference_table(${literal(quoted(name))})`],
    })),
    ...roots.map((root) => {
      const family = familyOf(root, spread);
      const by = columnOf(wanted[root.name]) ?? '';
      return { tables: family.map(({ name }) => name), placement: { by }, statements: spreading(family, by) };
    }),
  ];
};

/**
 * Without this setting, Citus refuses a transaction that modifies many shards and then the tables that their rows refer
 * to.
 */
const sequentially: Step = {
  setting: `${modifyMode} = sequential`,
  tables: [],
  statements: [
    `do $$ begin execute format('alter database %I set ${modifyMode} = %L', current_database(), 'sequential'); end $$`,
  ],
};

/** Returns the missing steps for a cluster, together with its misplaced tables and its unknown tables. */
export const planOf = (
  { tables, isSequential }: Pick<Cluster, 'tables' | 'isSequential'>,
  wanted: Placements = placements,
): DistributionPlan => {
  const differing = parentsFirst(tables).flatMap((table) => {
    const placement = wanted[table.name];
    return placement === undefined || isSame(placement, table.placement) ? [] : [{ table, placement }];
  });
  const isPlain = ({ table }: { readonly table: ClusterTable }) => table.placement === 'coordinator';
  const plain = differing.filter(isPlain).map(({ table }) => table);
  const moved = differing.filter((each) => !isPlain(each));
  return {
    steps: [...(isSequential ? [] : [sequentially]), ...stepsFor(plain, wanted)],
    misplaced: moved.map(({ table, placement }) => ({
      table: table.name,
      is: table.placement,
      wanted: placement,
    })),
    unknown: tables.map(({ name }) => name).filter((name) => wanted[name] === undefined),
  };
};
