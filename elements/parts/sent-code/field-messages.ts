import { ApiError } from '../../../core/contract/api-error.ts'
import type { FieldError } from '../../../core/contract/endpoint.ts'

/** What a code means here, and at which field. */
export type FieldMessages = Readonly<Record<string, FieldError>>

/** A refusal in words that say what to mend here; what the server says of a field itself stays. */
export async function withFieldMessages<Output>(call: Promise<Output>, messages: FieldMessages): Promise<Output> {
  try {
    return await call
  } catch (error) {
    const row = error instanceof ApiError && error.fields.length === 0 ? messages[error.code] : undefined
    if (!row || !(error instanceof ApiError)) throw error
    throw ApiError.fromWire(error.code, {
      fields: [row],
      fault: error.fault,
      status: error.status,
      wait_s: error.wait_s,
    })
  }
}
