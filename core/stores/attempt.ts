import { ApiError, ConnectionError } from '../contract/api-error.ts'

/** Null when the server refuses or cannot be reached, after showing the user why; any other error reaches the screen's boundary. */
export async function attempt<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError || error instanceof ConnectionError) return null
    throw error
  }
}
