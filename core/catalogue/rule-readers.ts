import type { Right } from './held-rights.ts'

/** Who may look at alarm rules: any one of these. Apart from the contract, which screens that only lead there need not load. */
export const RULE_READERS = [
  'P40000',
  'P41000',
  'P42000',
  'P43000',
  'P44000',
  'P10000',
  'P30000',
  'P100000',
] as const satisfies readonly Right[]
