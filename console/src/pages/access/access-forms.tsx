// Forms that give teams access to workspaces and projects, and that change the level of access.
import { useState } from 'react';
import { candidatesQuery } from '../../api/policy-sets.ts';
import { refresh } from '../../api/refresh.ts';
import { type AccessScope, changeAccess, giveAccess, type PlaceKind, type TeamAccess } from '../../api/team-access.ts';
import { teamsQuery } from '../../api/teams.ts';
import type { Named } from '../../api/workspaces.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { counted } from '../../texts/counted.ts';
import { chosenIn, draftOf, type LevelDraft, LevelFields } from './level-fields.tsx';
import { NamedChoice } from './named-choice.tsx';

interface PickedProps {
  readonly organization: string;
  readonly picked: readonly Named[];
  readonly onPick: (picked: readonly Named[]) => void;
}

const Teams = ({ organization, ...props }: PickedProps) => (
  <NamedChoice
    {...props}
    label="Teams"
    required
    data-autofocus
    queryOf={(q) => teamsQuery(organization, q === '' ? {} : { q })}
    namedIn={({ data }) => data.map(({ id, attributes: { name } }) => ({ id, name })).filter(isNotOwners)}
    none="No team has this name."
  />
);

const isNotOwners = ({ name }: Named) => name !== 'owners';

const Places = ({ organization, kind, ...props }: PickedProps & { readonly kind: PlaceKind }) => (
  <NamedChoice
    {...props}
    label={kind === 'workspace' ? 'Workspaces' : 'Projects'}
    required
    data-autofocus
    queryOf={(text) => candidatesQuery(organization, kind === 'workspace' ? 'workspaces' : 'projects', text)}
    namedIn={(found) => found}
    none={`No ${kind} has this name.`}
  />
);

/** Access that is given to several teams or in several places. */
export interface NewAccessProps {
  readonly organization: string;
  /** The team that receives access, or the workspace or project to which teams receive access. */
  readonly scope: AccessScope;
  readonly onClose: () => void;
}

/** Returns the number of teams or places as a text, such as `2 workspaces`. */
const countOf = ({ kind, by }: AccessScope, picked: readonly Named[]) =>
  counted(picked.length, by === 'team' ? kind : 'team');

export function NewAccess({ organization, scope, onClose }: NewAccessProps) {
  const [picked, setPicked] = useState<readonly Named[]>([]);
  const initial = draftOf({ level: 'read', runs: 'read', createsWorkspaces: false, overrides: false });
  const state = useApiForm<LevelDraft>(initial, async (draft, changed) => {
    for (const [index, { id }] of picked.entries()) {
      const [team, place] = scope.by === 'team' ? [scope.id, id] : [id, scope.id];
      // If a request fails, the form keeps only the choices that did not succeed, so that the user can try again.
      await giveAccess(scope.kind, team, place, chosenIn(draft, changed)).catch((error: unknown) => {
        setPicked(picked.slice(index));
        throw error;
      });
    }
  });
  const done = () => {
    notifyDone(
      scope.by === 'team'
        ? `The team now has access to ${countOf(scope, picked)}.`
        : `${countOf(scope, picked)} now ${picked.length === 1 ? 'has' : 'have'} access.`,
    );
    onClose();
    return refresh('team-access');
  };
  const props = { organization, picked, onPick: setPicked };
  return (
    <ApiFormView state={state} act="Give access" refused="Not given" onDone={done} onCancel={onClose}>
      {scope.by === 'team' ? <Places {...props} kind={scope.kind} /> : <Teams {...props} />}
      <LevelFields kind={scope.kind} form={state.form} />
    </ApiFormView>
  );
}

interface AccessChangeProps {
  readonly access: TeamAccess;
  readonly onClose: () => void;
}

export function AccessChange({ access, onClose }: AccessChangeProps) {
  const state = useApiForm<LevelDraft>(draftOf(access), async (draft, changed) => {
    await changeAccess(access, chosenIn(draft, changed));
    await refresh('team-access');
  });
  return (
    <ApiFormView state={state} act="Save" onDone={onClose} onCancel={onClose}>
      <LevelFields kind={access.kind} form={state.form} />
    </ApiFormView>
  );
}
