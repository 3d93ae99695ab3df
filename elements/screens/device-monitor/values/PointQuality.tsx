import { words } from '../../../../core/text/words.ts'
import { useText } from '../../../define/index.ts'
import { QualityMark } from '../../../kit/StateMark.tsx'
import { useShownValue } from './use-live-value.ts'

/** How far a value can be trusted, in a word also when it is good. */
export function PointQuality({ point_key }: { point_key: string }) {
  const { value, quality } = useShownValue(point_key)
  const { good } = useText(words)
  if (value === undefined) return <span>–</span>
  return quality === 'good' ? <span className="monitor-quiet">{good}</span> : <QualityMark quality={quality} />
}
