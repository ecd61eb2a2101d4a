// Finds the member and the team that a run names as its author. Evaluations of the run store their identifiers.
import type { Reader } from '../../../db/database.ts';
import { canMatch } from '../../../kernel/matching.ts';
import { folded } from '../../../lib/text/text.ts';
import { teamNamed } from '../teams/store.ts';
import { memberNamed } from './store.ts';

/** Identifiers of the author. Null if the run names no member or no team that the organization has. */
interface RunAuthor {
  readonly author_id: string | null;
  readonly author_team_id: string | null;
}

/**
 * Finds the user and the team in the property `author` of a run: an object with `username`, `email` or `team`. The
 * client can write anything there, and the values are not verified. Values of another form are ignored. If `username`
 * and `email` belong to different members of the organization, the run has no user as its author.
 */
export async function authorOf(reader: Reader, organization: string, run: object): Promise<RunAuthor> {
  const { username, email, team } = namesIn(run);
  const members = username + email === '' ? [] : await reader.rows(memberNamed, { organization, username, email });
  const named = team === '' ? undefined : await reader.first(teamNamed, { organization, team });
  const [member] = members.length === 1 ? members : [];
  return { author_id: member?.id ?? null, author_team_id: named?.id ?? null };
}

/** Returns the case-folded names in `run.author`. An empty text stands for an absent name. */
function namesIn(run: object) {
  const author: unknown = Reflect.get(run, 'author');
  const named = (member: string): string => {
    const text: unknown = typeof author === 'object' && author !== null ? Reflect.get(author, member) : undefined;
    return typeof text === 'string' && canMatch(text) ? folded(text) : '';
  };
  return { username: named('username'), email: named('email'), team: named('team') };
}
