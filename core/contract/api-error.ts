import type { Code } from '../catalogue/codes.ts'
import type { FieldError } from './endpoint.ts'

type RefusalDetails = Pick<ApiError, 'fields' | 'fault' | 'status' | 'wait_s'>

/** A refusal by the contract: shown to the user by its code's text. Anything else that is thrown is a defect. */
export class ApiError extends Error {
  readonly code: string
  readonly fields: readonly FieldError[]
  /** What is wrong with a portal's token (TokenFault); empty for any other refusal. */
  readonly fault: string
  /** HTTP status when the reply is not the 200 of an ordinary refusal. */
  readonly status: number
  /** Seconds after which the same may be tried again; 0 where waiting does not help. */
  readonly wait_s: number

  constructor(code: Code, { fields = [], fault = '', status = 200, wait_s = 0 }: Partial<RefusalDetails> = {}) {
    super(code)
    this.name = 'ApiError'
    this.code = code
    this.fields = fields
    this.fault = fault
    this.status = status
    this.wait_s = wait_s
  }

  /** A refusal as it came over the wire: a newer server may know codes that this program does not. */
  static fromWire(code: string, details: Partial<RefusalDetails>): ApiError {
    return new ApiError(code as Code, details)
  }
}

/**
 * No usable reply came: the network is down, the call timed out, or the reply cannot be read; or no request was sent,
 * since the embedding page gave no token.
 */
export class ConnectionError extends Error {
  readonly reason: 'offline' | 'timeout' | 'aborted' | 'unreadable' | 'token'
  constructor(reason: ConnectionError['reason']) {
    super(reason)
    this.name = 'ConnectionError'
    this.reason = reason
  }
}
