import { getRouteApi } from '@tanstack/react-router';
import { ReplayView } from '../policies/replay.tsx';
import { PolicySetPage } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/policy-sets/$set/replays/$replay');

/** Page of a replay of a policy set. If the user closes the page, the replay continues. */
export function PolicySetReplay() {
  const { replay } = route.useParams();
  return <PolicySetPage>{() => <ReplayView route={route} id={replay} />}</PolicySetPage>;
}
