import { ClientFrame } from '../../../core/contract/client-frame.ts'
import { ShareFrame } from '../../../core/contract/share-link.ts'

/** What a socket said; null for what is no frame of the contract. */
export function frameIn(text: string): ClientFrame | null {
  const frame = ClientFrame.safeParse(jsonOf(text))
  return frame.success ? frame.data : null
}

/** As `frameIn`, where a visitor's token takes the place of a session's. */
export function sharedFrameIn(text: string): ClientFrame | null {
  const auth = ShareFrame.safeParse(jsonOf(text))
  if (auth.success) return { type: 'auth', token: auth.data.share }
  const frame = frameIn(text)
  return frame?.type === 'auth' ? null : frame
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
