// Finds the included resources of a JSON:API document.
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

/** Returns the included resource of a to-one relationship. Undefined if the document does not include it. */
export const relatedIn = <Item extends Identifier<string>, const Type extends Item['type']>(
  included: Included<Item>,
  { data }: ToOne<Type>,
) =>
  included?.find(
    (item): item is Extract<Item, { readonly type: Type }> => item.type === data?.type && item.id === data.id,
  );

/** Returns the included resources of a to-many relationship. */
export const allRelatedIn = <Item extends Identifier<string>, const Type extends Item['type']>(
  included: Included<Item>,
  { data }: ToMany<Type>,
) => data.flatMap((each) => relatedIn(included, { data: each }) ?? []);

/**
 * Returns the name of a related resource, or its identifier if the document does not include the resource. Null if the
 * relationship is empty.
 */
export const nameIn = <Item extends Identifier<string> & { readonly attributes: { readonly name: string } }>(
  included: Included<Item>,
  { data }: ToOne<Item['type']>,
): string | null => data && (relatedIn(included, { data })?.attributes.name ?? data.id);
