/**
 * ISA-18.2's states and the transitions between them, written out: state, what happens, state after; what is not in it changes
 * nothing. `in` and `out`: the process goes into alarm and returns. `*in` are states of which the process is in alarm,
 * `*out` those of which it is not.
 */
export const TABLE: Record<string, Partial<Record<Word, string>>> = {
  NORM: { in: 'UNACK', out: 'NORM', ack: 'NORM', shelve: 'SHLVDout', suppress: 'DSUPRout', oos: 'OOSRVout' },
  UNACK: { in: 'UNACK', out: 'RTNUN', ack: 'ACKED', shelve: 'SHLVDin', suppress: 'DSUPRin', oos: 'OOSRVin' },
  ACKED: { in: 'ACKED', out: 'NORM', ack: 'ACKED', shelve: 'SHLVDin', suppress: 'DSUPRin', oos: 'OOSRVin' },
  RTNUN: { in: 'UNACK', out: 'RTNUN', ack: 'NORM', shelve: 'SHLVDout', suppress: 'DSUPRout', oos: 'OOSRVout' },
  SHLVDin: { in: 'SHLVDin', out: 'SHLVDout', unshelve: 'UNACK', shelve: 'SHLVDin', oos: 'OOSRVin', expire: 'UNACK' },
  SHLVDout: { in: 'SHLVDin', out: 'SHLVDout', unshelve: 'NORM', shelve: 'SHLVDout', oos: 'OOSRVout', expire: 'NORM' },
  DSUPRin: {
    in: 'DSUPRin',
    out: 'DSUPRout',
    unsuppress: 'UNACK',
    suppress: 'DSUPRin',
    shelve: 'SHLVDin',
    oos: 'OOSRVin',
  },
  DSUPRout: {
    in: 'DSUPRin',
    out: 'DSUPRout',
    unsuppress: 'NORM',
    suppress: 'DSUPRout',
    shelve: 'SHLVDout',
    oos: 'OOSRVout',
  },
  OOSRVin: { in: 'OOSRVin', out: 'OOSRVout', service: 'UNACK', oos: 'OOSRVin', shelve: 'OOSRVin' },
  OOSRVout: { in: 'OOSRVin', out: 'OOSRVout', service: 'NORM', oos: 'OOSRVout', shelve: 'OOSRVout' },
}

export const WORDS = [
  'in',
  'out',
  'ack',
  'shelve',
  'unshelve',
  'suppress',
  'unsuppress',
  'oos',
  'service',
  'expire',
] as const
export type Word = (typeof WORDS)[number]

/** Where the table leads. The reasons of holding go beside it: what is held under another one shows when that one ends. */
export function after(state: string, word: Word, isSuppressed: boolean): string {
  const to = TABLE[state]?.[word] ?? state
  const isHeldByPerson = /^(SHLVD|OOSRV)/.test(state)
  if (!isSuppressed || !isHeldByPerson || /^(SHLVD|DSUPR|OOSRV)/.test(to)) return to
  return state.replace(/^(SHLVD|OOSRV)/, 'DSUPR')
}
