/**
 * Formats a filter's label with the number of matches, such as `Active (3)`. The number is omitted while it is loading.
 */
export const withCount = (name: string, count: number | undefined): string =>
  count === undefined ? name : `${name} (${count.toLocaleString('en')})`;

export const actTexts = {
  suspend: 'Suspend',
  unsuspend: 'Reactivate',
  promote: 'Make a site administrator',
  demote: 'Remove administrator rights',
};
