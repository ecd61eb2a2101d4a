// Forms of the two-factor page that require the user's password.
import { createRecoveryCodes, endTwoFactor } from '../../api/profile.ts';
import { type ApiForm, ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { PasswordField } from '../../components/password-field.tsx';

type ProofForm = ApiForm<{ 'current-password': string }>;

const Proof = ({
  state,
  act,
  onDone,
}: {
  readonly state: ProofForm;
  readonly act: string;
  readonly onDone: () => unknown;
}) => (
  <ApiFormView state={state} act={act} refused="Not changed" onDone={onDone}>
    <PasswordField
      {...state.form.field('current-password', 'Current password')}
      autoComplete="current-password"
      required
    />
  </ApiFormView>
);

export function NewCodes({ onDone }: { readonly onDone: (codes: readonly string[]) => unknown }) {
  const state = useApiForm({ 'current-password': '' }, async (proof) => {
    const { data } = await createRecoveryCodes(proof);
    onDone(data.attributes.codes);
  });
  return <Proof state={state} act="Create new recovery codes" onDone={state.form.reset} />;
}

export function EndTwoFactor({ onDone }: { readonly onDone: () => unknown }) {
  const state = useApiForm({ 'current-password': '' }, endTwoFactor);
  return <Proof state={state} act="Turn off" onDone={onDone} />;
}
