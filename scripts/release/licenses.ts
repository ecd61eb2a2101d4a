// Identifies the license of a text, and decides whether a component's license allows it to be part of the program.
import type { Component } from './component.ts';

/** Licenses whose code may be part of the program. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]);

/** License that requires stating the address of the source code in addition to a notice. */
const sourceLicense = 'MPL-2.0';

/** Returns the reason why a component may not be part of the program. Undefined if it is allowed. */
export function licenseProblem({ name, version, license, texts, source }: Component): string | undefined {
  if (texts.length === 0) return `${name} ${version} has no license text.`;
  const needsSource = !isAllowed(license, allowed);
  if (!needsSource) return undefined;
  if (!isAllowed(license, new Set([...allowed, sourceLicense]))) {
    return `${name} ${version} has the license ${license}, which scripts/release/licenses.ts does not allow.`;
  }
  return source === undefined
    ? `${name} ${version} has the license ${license}, but does not name its source code.`
    : undefined;
}

/** Whether an SPDX expression such as `(MIT OR CC0-1.0) AND ISC` is satisfied by the given licenses. */
function isAllowed(expression: string, licenses: ReadonlySet<string>): boolean {
  const inner = expression.replaceAll(/\(([^()]*)\)/g, (_, group: string) => (isAllowed(group, licenses) ? '+' : '-'));
  if (inner !== expression) return isAllowed(inner, licenses);
  return expression
    .split(' OR ')
    .some((all) => all.split(' AND ').every((one) => one.trim() === '+' || licenses.has(one.trim())));
}

/** Regular expressions by license. Each matches a sentence that identifies the license. */
const sentences: Readonly<Record<string, RegExp>> = {
  'Apache-2.0': /Apache License,?\s+Version 2\.0/,
  'MPL-2.0': /Mozilla Public License,? [Vv]ersion 2\.0/,
  'BSD-3-Clause': /Redistribution and use in source and binary forms[\s\S]*Neither the name/,
  'BSD-2-Clause': /Redistribution and use in source and binary forms(?![\s\S]*Neither the name)/,
  MIT: /Permission is hereby granted, free of charge/,
  ISC: /Permission to use, copy, modify, and\/or distribute this software/,
};

/** Returns the licenses in the texts as an SPDX expression. Returns `none` if no known license is found. */
export function licenseIn(texts: readonly string[]): string {
  const licenses = Object.entries(sentences).flatMap(([license, sentence]) =>
    texts.some((text) => sentence.test(text)) ? [license] : [],
  );
  return licenses.join(' AND ') || 'none';
}
