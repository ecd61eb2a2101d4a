import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createProvider, type Preset, presetAttributes } from '../../../api/identity-providers.ts';
import { refresh } from '../../../api/refresh.ts';
import { ApiFormView, useApiForm } from '../../../components/api-form.tsx';
import { PageLink } from '../../../components/links.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { Page } from '../../../components/page.tsx';
import { placeOf, presetNames } from '../../../texts/identity-providers.ts';
import { settingsGroupTexts } from '../../../texts/settings-groups.ts';
import { Addresses } from './addresses.tsx';
import { type Draft, inputFrom, newDraft } from './draft.ts';
import { ProviderFields } from './form.tsx';
import { useTurningOn } from './off.tsx';

const presets = Object.keys(presetAttributes).filter((name): name is Preset => name in presetAttributes);

const nameOf = (preset: Preset): string => (preset === 'custom' ? '' : presetNames[preset]);

const keyHint = 'Part of the URLs below, for example “okta”. The key cannot be changed later.';

/**
 * Page that adds an identity provider. The administrator chooses a preset and then enters the values from the provider.
 */
export function NewIdentityProvider() {
  const navigate = useNavigate();
  const [preset, setPreset] = useState<Preset>('google');
  const turningOn = useTurningOn();
  const state = useApiForm<Draft>(newDraft(preset, nameOf(preset)), async (draft) => {
    const { data } = await createProvider({ ...inputFrom(draft), key: draft.key, preset });
    await turningOn.act();
    await refresh('identity-providers');
    notifyDone(`${data.attributes.name} was added. Test the sign-in before people use it.`);
    await navigate({ to: '/app/site/identity-providers/$identityProvider', params: { identityProvider: data.id } });
  });
  const { form } = state;
  const choose = (name: string) => {
    const chosen = presets.find((each) => each === name);
    if (chosen === undefined) return;
    setPreset(chosen);
    form.clearErrors();
    form.setValues(newDraft(chosen, nameOf(chosen)));
  };
  return (
    <Page
      title="Add an identity provider"
      trail={<PageLink to="/app/site/identity-providers">{settingsGroupTexts['oidc-sign-in']}</PageLink>}
    >
      <ApiFormView state={state} act="Add an identity provider" refused="Not created">
        <Stack gap={4}>
          <NativeSelect
            label="Kind of provider"
            description="Fills in the values that are known for this kind of provider. The kind cannot be changed later."
            value={preset}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
            data={presets.map((value) => ({ value, label: presetNames[value] }))}
          />
          <Text size="sm">{placeOf(preset, 'register')}</Text>
        </Stack>
        <TextInput
          {...form.field('key', 'Key')}
          description={keyHint}
          required
          autoCapitalize="none"
          spellCheck={false}
        />
        <Addresses providerKey={form.getValues().key} preset={preset} />
        <ProviderFields form={form} preset={preset} isNew />
        {turningOn.field}
      </ApiFormView>
    </Page>
  );
}
