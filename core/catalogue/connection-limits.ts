/** The numbers that every page with a connection needs; `LIMITS` has them too. Apart, since that table is long. */
export const CONNECTION_LIMITS = {
  requestTimeoutMs: 90_000,
  /** A page's own token function times out after this, and is called again. */
  tokenTimeoutMs: 20_000,
  /** How far a portal's clock may be off in either direction: for so long the server takes a guest token beyond its end. */
  tokenSkewS: 60,
  clockSyncMs: 10_000,
  toastMs: 3000,
  errorToastMs: 5000,
  /** A channel is left this long after its last listener went. */
  channelLingerMs: 1000,
  /** A value is stale, and a silent device offline, after this many of the device's report intervals. */
  staleIntervals: 3,
  /** The longest SN: the specification says under 20. */
  snCode: 19,
} as const
