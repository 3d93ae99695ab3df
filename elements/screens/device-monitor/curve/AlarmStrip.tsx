import { useElement, useFormat, useSheet, useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { AlarmMark } from '../../../parts/AlarmMark.tsx'
import { alarmName } from '../../../parts/alarm-name.ts'
import sheet from './alarm-strip.css?sheet'
import { text } from './text.ts'
import type { MarkedAlarm } from './use-marked-alarm.ts'

interface AlarmStripProps {
  /** Null where it is not kept any more. */
  marked: MarkedAlarm | null
  onLook: (time: number) => void
  onPutAway: () => void
}

/** What is marked on the curve, in words, with links back to its times after panning. */
export function AlarmStrip({ marked, onLook, onPutAway }: AlarmStripProps) {
  useSheet(sheet)
  const t = useText(text)
  return (
    <section className="curve-alarm" aria-label={t.marked}>
      <div className="curve-alarm-words">
        {marked ? <Marked {...marked} onLook={onLook} /> : <p className="curve-alarm-rule">{t.alarmGone}</p>}
      </div>
      <IconButton icon="close" label={t.putAway} onPress={onPutAway} />
    </section>
  )
}

function Marked({ alarm, rule, onLook }: MarkedAlarm & Pick<AlarmStripProps, 'onLook'>) {
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  const { alarm_time, recover_time } = alarm
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
