/** `Active (3)`; without the number until it is known. */
export const withCount = (name: string) => (count: number | undefined) =>
  count === undefined ? name : `${name} (${count.toLocaleString('en')})`;

export const actTexts = {
  suspend: 'Suspend',
  unsuspend: 'Reactivate',
  promote: 'Make a site administrator',
  demote: 'Remove administrator rights',
};
