import type { Point } from '../../../../core/contract/device.ts'
import { useElement, useFormat, useSheet, useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { AlarmMark } from '../../../parts/AlarmMark.tsx'
import { alarmName } from '../../../parts/alarm-name.ts'
import { conditionText } from '../../../parts/alarm-rules/rule-words.ts'
import { text as ruleText } from '../../../parts/alarm-rules/text.ts'
import sheet from './alarm-strip.css?sheet'
import { text } from './text.ts'
import type { MarkedAlarm } from './use-marked-alarm.ts'

interface AlarmStripProps {
  /** Null where it is not kept any more. */
  marked: MarkedAlarm | null
  /** Of its device. */
  points: readonly Point[]
  onLook: (time: number) => void
  onPutAway: () => void
}

/** What is marked on the curve, in words, with links back to its times after panning. */
export function AlarmStrip({ marked, points, onLook, onPutAway }: AlarmStripProps) {
  useSheet(sheet)
  const t = useText(text)
  return (
    <section className="curve-alarm" aria-label={t.marked}>
      <div className="curve-alarm-words">
        {marked ? (
          <Marked {...marked} points={points} onLook={onLook} />
        ) : (
          <p className="curve-alarm-rule">{t.alarmGone}</p>
        )}
      </div>
      <IconButton icon="close" label={t.putAway} onPress={onPutAway} />
    </section>
  )
}

function Marked({
  alarm,
  rationale,
  deadBand,
  points,
  onLook,
}: MarkedAlarm & Pick<AlarmStripProps, 'points' | 'onLook'>) {
  const t = useText(text)
  const ofRules = useText(ruleText)
  const { lang } = useElement()
  const format = useFormat()
  const { key, alarm_time, recover_time } = alarm
  const condition = rationale && conditionText({ ...rationale, key }, points, { t: ofRules, lang, format })
  const rule = condition && deadBand ? `${condition} · ${deadBand}` : condition
  return (
    <>
      <span className="curve-alarm-name">
        <AlarmMark alarm_level={alarm.alarm_level} /> <strong>{alarmName(alarm, lang)}</strong>
      </span>
      <span className="curve-alarm-times">
        <Button look="plain" onPress={() => onLook(alarm_time)}>
          {t.producedAt({ time: format.dateTime(alarm_time) })} <GoThere />
        </Button>
        {recover_time === null ? (
          <strong>{t.stands}</strong>
        ) : (
          <Button look="plain" onPress={() => onLook(recover_time)}>
            {t.recoveredAt({ time: format.dateTime(recover_time) })} <GoThere />
          </Button>
        )}
      </span>
      <span className="curve-alarm-rule">{rule === null ? t.noRule : t.rule({ rule })}</span>
    </>
  )
}

const GoThere = () => <span className="sg-hidden-visually">{useText(text).goThere}</span>
