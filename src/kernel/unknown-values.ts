// The setting `unknown-values` of organizations, policy sets and policy lists.

/**
 * Values of the setting, from the least to the most strict. With `notice`, a verdict that depends on values known only
 * after apply counts, and a notice names the attributes. With `fail`, the verdict of a mandatory policy does not count
 * if such an attribute is set in the configuration. With `fail-all`, it does not count if it depends on any such
 * attribute. With `fail` and `fail-all`, the verdict also does not count if the attributes could not be examined
 * completely.
 */
export const unknownValueSettings = ['notice', 'fail', 'fail-all'] as const;

export type UnknownValueSetting = (typeof unknownValueSettings)[number];

/** Returns the strictest of the settings; a setting that is null or undefined has no effect. */
export const strictestOf = (...settings: readonly (UnknownValueSetting | null | undefined)[]): UnknownValueSetting =>
  unknownValueSettings.findLast((each) => settings.includes(each)) ?? 'notice';
