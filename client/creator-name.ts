interface Creator {
  readonly kind: string;
  readonly username: string | null;
  readonly name: string | null;
}

/** Texts that are shown for creators without a name, by kind. */
const nameless: Readonly<Record<string, string>> = {
  user: 'a deleted user',
  team: 'a team',
  organization: 'the organization',
};

/** Returns the display name of a creator, such as `alice`, `ci (team)` or `a team`. */
export const creatorName = ({ kind, username, name }: Creator): string =>
  username ?? (name === null ? (nameless[kind] ?? kind) : `${name} (${kind})`);
