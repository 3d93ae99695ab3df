/**
 * `network`: nothing comes, or no longer. `format`: what comes cannot be played. `policy`: the page's security policy
 * forbids it. `mixed`: http in a page of https. `unsupported`: the browser plays no such streams.
 */
export type FailureReason = 'network' | 'format' | 'policy' | 'mixed' | 'unsupported'

/** Why a stream is not played. */
export class StreamFailure extends Error {
  override name = 'StreamFailure'
  readonly reason: FailureReason
  constructor(reason: FailureReason, detail = '') {
    super(`${reason} ${detail}`)
    this.reason = reason
  }
}
