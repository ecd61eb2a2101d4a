/**
 * Returns the initial text of the tests editor. The tests have a separate Rego package that imports the package of the
 * code.
 */
export const sampleTests = (code: string): string => {
  const [, name = 'example'] = /^\s*package\s+([\w.]+)/m.exec(code) ?? [];
  return `package ${name}_test

import data.${name}
test_nothing_is_denied_without_changes if {
	count(${name.split('.').at(-1)}.deny) == 0 with input as {"plan": {"resource_changes": []}}
}
`;
};
