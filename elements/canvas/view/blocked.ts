import type { PointSource } from '../../../core/canvas/point-source.ts'
import type { Lang, Translated } from '../../../core/text/define-text.ts'
import { pointName } from '../../parts/point-text.ts'
import type { NamedPoint } from './run-actions.ts'
import type { text } from './text.ts'

export type Said = (t: Translated<(typeof text)['rows']>) => string

const [OFFLINE, UNREGISTERED] = [2, 4]

/** Why no alarm is acknowledged now: those of the past are over, and simulated ones are none. */
export function notAcknowledgedNow({ kind }: PointSource): Said | null {
  if (kind === 'live') return null
  return kind === 'replay' ? (t) => t.notAcknowledgedInPast : (t) => t.notAcknowledgedMadeUp
}

/** Why a point is not written now; null where nothing speaks against it, or where it is not known yet. */
export function blockedBy(source: PointSource, { sn_code, key }: NamedPoint, lang: Lang): Said | null {
  if (source.kind === 'replay') return (t) => t.notInPast
  if (source.kind !== 'live') return (t) => t.notWithMadeUp
  if (source.isRefused?.(sn_code)) return (t) => t.deviceGone({ sn_code })
  const facts = source.device(sn_code)
  if (!facts) return null
  const point = facts.points.get(key)
  if (!point) return (t) => t.noSuchPoint({ point: `${sn_code}.${key}` })
  const name = pointName(point, lang)
  if (!facts.may_write || facts.closed?.has(key)) return (t) => t.mayNotWrite({ name })
  if (point.access !== 'rw') return (t) => t.readOnly({ name, device: facts.dev_alias })
  if (facts.dev_state === OFFLINE || facts.dev_state === UNREGISTERED) return (t) => t.deviceOffline
  return null
}
