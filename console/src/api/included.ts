// The records that come along with an answer.
interface Identified {
  readonly id: string;
  readonly type: string;
}

/** Those of one type, by their ids. */
export function includedOf<Item extends Identified, const Type extends Item['type']>(
  included: readonly Item[] | undefined,
  type: Type,
): ReadonlyMap<string, Extract<Item, { readonly type: Type }>> {
  const isOfType = (item: Item): item is Extract<Item, { readonly type: Type }> => item.type === type;
  return new Map((included ?? []).filter(isOfType).map((item) => [item.id, item]));
}
