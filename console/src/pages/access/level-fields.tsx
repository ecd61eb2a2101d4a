// Fields for a level of access, and for the choices of the level `custom`.
import { NativeSelect, Switch } from '@mantine/core';
import { type AccessLevel, accessLevels, type ChosenLevel, type PlaceKind } from '../../api/team-access.ts';
import type { ApiForm, Changed } from '../../components/api-form.tsx';
import { levelHints, levelNames } from '../../texts/access-levels.ts';

/** Values of the fields. The names are attribute names, so that errors of the service appear at the fields. */
export interface LevelDraft extends Record<string, unknown> {
  access: AccessLevel;
  runs: ChosenLevel['runs'];
  create: boolean;
  'policy-overrides': boolean;
}

export const draftOf = ({ level, runs, createsWorkspaces, overrides }: ChosenLevel): LevelDraft => ({
  access: level,
  runs,
  create: createsWorkspaces,
  'policy-overrides': overrides === true,
});

export const chosenIn = (draft: LevelDraft, changed: Changed): ChosenLevel => ({
  level: draft.access,
  runs: draft.runs,
  createsWorkspaces: draft.create,
  overrides: changed.has('policy-overrides') ? draft['policy-overrides'] : undefined,
});

const overridesHint =
  'To override policies, the team needs the permission “Delegate overrides”, and you need the permission “Override policies”.';

interface LevelFieldsProps<Draft extends LevelDraft> {
  readonly kind: PlaceKind;
  readonly form: ApiForm<Draft>['form'];
}

export function LevelFields<Draft extends LevelDraft>({ kind, form }: LevelFieldsProps<Draft>) {
  const { access } = form.getValues();
  const hint = access === 'admin' ? `${levelHints[kind].admin} ${overridesHint}` : levelHints[kind][access];
  return (
    <>
      <NativeSelect
        {...form.field('access', 'Level')}
        description={hint}
        data={accessLevels[kind].map((value) => ({ value, label: levelNames[value] }))}
      />
      {access === 'custom' && (
        <>
          <NativeSelect
            {...form.field('runs', 'Evaluations')}
            data={[
              { value: 'read', label: 'See evaluations' },
              { value: 'plan', label: 'See evaluations and send plans' },
            ]}
          />
          {kind === 'project' && <Switch {...form.flag('create', 'Register workspaces in the project')} />}
          <Switch {...form.flag('policy-overrides', 'Override policies')} description={overridesHint} />
        </>
      )}
    </>
  );
}
