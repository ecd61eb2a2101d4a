// Written by `npm run generate` from src/kernel/enforcement-levels.ts.
export const enforcementLevels = [
  {"name":"hard-mandatory","kinds":["native"],"blocks":true,"overridable":"never"},
  {"name":"soft-mandatory","kinds":["native"],"blocks":true,"overridable":"always"},
  {"name":"advisory","kinds":["native","opa"],"blocks":false,"overridable":"always"},
  {"name":"mandatory","kinds":["opa"],"blocks":true,"overridable":"by-set"},
] as const;
