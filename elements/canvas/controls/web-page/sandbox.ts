const SHUT_OFF = 'allow-scripts allow-forms'

/**
 * What a shown page may do. One of an address of ours could let itself out of its own sandbox, and act as the person who
 * views it: it gets an origin of its own, without its cookies and storage.
 */
export const sandboxOf = (address: URL, ours: readonly string[]): string =>
  ours.includes(address.origin) ? SHUT_OFF : `${SHUT_OFF} allow-same-origin`
