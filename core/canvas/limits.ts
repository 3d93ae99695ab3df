import { LIMITS } from '../catalogue/limits.ts'
import type { Session } from './session.ts'

/** Whether as many controls more fit into what is drawn. */
export const roomFor = ({ options, state }: Session, more: number): boolean =>
  state().document.controls.length + more <= (options.most ?? LIMITS.controlsPerScreen)

/** The same for what somebody does now: the page hears of it where there is no room. */
export function findRoom(session: Session, more: number): boolean {
  const isThere = roomFor(session, more)
  if (!isThere) session.options.onFull?.()
  return isThere
}
