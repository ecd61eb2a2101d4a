// The records that come along with an answer.
interface Identifier<Type extends string> {
  readonly id: string;
  readonly type: Type;
}

interface ToOne<Type extends string> {
  readonly data: Identifier<Type> | null;
}

interface ToMany<Type extends string> {
  readonly data: readonly Identifier<Type>[];
}

type Included<Item> = readonly Item[] | undefined;

/** The record that a relationship leads to; undefined if it leads to none, or if the record did not come along. */
export const relatedIn = <Item extends Identifier<string>, const Type extends Item['type']>(
  included: Included<Item>,
  { data }: ToOne<Type>,
) =>
  included?.find(
    (item): item is Extract<Item, { readonly type: Type }> => item.type === data?.type && item.id === data.id,
  );

/** Those of the records that a relationship leads to which came along. */
export const allRelatedIn = <Item extends Identifier<string>, const Type extends Item['type']>(
  included: Included<Item>,
  { data }: ToMany<Type>,
) => data.flatMap((each) => relatedIn(included, { data: each }) ?? []);

/** The name of the record that a relationship leads to: its identifier if it did not come along, null if there is none. */
export const nameIn = <Item extends Identifier<string> & { readonly attributes: { readonly name: string } }>(
  included: Included<Item>,
  { data }: ToOne<Item['type']>,
): string | null => data && (relatedIn(included, { data })?.attributes.name ?? data.id);
