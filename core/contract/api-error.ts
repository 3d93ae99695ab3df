import type { Code } from '../catalogue/codes.ts'
import type { FieldError } from './endpoint.ts'

/** A refusal by the contract: shown to the user by its code's text. Anything else that is thrown is a defect. */
export class ApiError extends Error {
  readonly code: string
  readonly fields: readonly FieldError[]
  /** HTTP status when the reply is not the 200 of an ordinary refusal. */
  readonly status: number

  constructor(code: Code, { fields = [], status = 200 }: { fields?: readonly FieldError[]; status?: number } = {}) {
    super(code)
    this.name = 'ApiError'
    this.code = code
    this.fields = fields
    this.status = status
  }

  /** A refusal as it came over the wire: a newer server may know codes that this program does not. */
  static fromWire(code: string, fields: readonly FieldError[], status: number): ApiError {
    return new ApiError(code as Code, { fields, status })
  }
}

/** The network gave no reply: offline, refused, or later than the time-out. */
export class ConnectionError extends Error {
  readonly reason: 'offline' | 'timeout' | 'aborted' | 'unreadable'
  constructor(reason: ConnectionError['reason']) {
    super(reason)
    this.name = 'ConnectionError'
    this.reason = reason
  }
}
