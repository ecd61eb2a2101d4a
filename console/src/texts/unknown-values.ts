// The setting `unknown-values` of organizations and policy sets.
export type UnknownValuesSetting = 'notice' | 'fail' | 'fail-all';

const settings: Readonly<Record<UnknownValuesSetting, { readonly label: string; readonly effect: string }>> = {
  notice: { label: 'Show a notice', effect: 'The result counts, and a notice names the values.' },
  fail: {
    label: 'No verdict if the configuration sets the value',
    effect:
      'A mandatory policy has no verdict if it depends on an unknown value that the configuration sets, or if its unknown values were not examined completely.',
  },
  'fail-all': {
    label: 'No verdict for any unknown value',
    effect:
      'A mandatory policy has no verdict if it depends on any unknown value, even if the provider computes the value or a dynamic block contains it, or if its unknown values were not examined completely.',
  },
};

export const unknownValuesLabel = 'Policies that depend on values known only after apply';

export const unknownValuesOptions = Object.entries(settings).map(([value, { label }]) => ({ value, label }));

/** Describes the effect of a value of the setting. */
export const unknownValuesEffect = (setting: UnknownValuesSetting): string => settings[setting].effect;
