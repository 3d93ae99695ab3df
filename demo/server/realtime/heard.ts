import { ClientFrame } from '../../../core/contract/client-frame.ts'
import { readJson } from '../../../core/contract/json.ts'
import { ShareFrame } from '../../../core/contract/share-link.ts'

/** What a socket said; null for what is no frame of the contract. */
export function frameIn(text: string): ClientFrame | null {
  const frame = ClientFrame.safeParse(readJson(text))
  return frame.success ? frame.data : null
}

/** As `frameIn`, where a visitor's token takes the place of a session's. */
export function sharedFrameIn(text: string): ClientFrame | null {
  const auth = ShareFrame.safeParse(readJson(text))
  if (auth.success) return { type: 'auth', token: auth.data.share }
  const frame = frameIn(text)
  return frame?.type === 'auth' ? null : frame
}
