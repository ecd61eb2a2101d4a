// Forms that take the password as proof.
import { createRecoveryCodes, endTwoFactor } from '../../api/profile.ts';
import { type ApiForm, ApiFormView, field, useApiForm } from '../../components/api-form.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { t } from '../../texts/me.ts';
import { not } from '../../texts/refusals.ts';

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
  <ApiFormView state={state} act={act} refused={not.changed} onDone={onDone}>
    <PasswordField
      {...field(state.form, 'current-password', t.currentPassword)}
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
  return <Proof state={state} act={t.newRecoveryCodes} onDone={state.form.reset} />;
}

export function EndTwoFactor({ onDone }: { readonly onDone: () => unknown }) {
  const state = useApiForm({ 'current-password': '' }, endTwoFactor);
  return <Proof state={state} act={t.turnOff} onDone={onDone} />;
}
