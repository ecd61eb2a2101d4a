export const statusNames: Readonly<Record<string, string>> = { passed: 'Passed', failed: 'Failed', errored: 'Errored' };
