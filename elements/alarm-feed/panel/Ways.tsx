import type { Alarm } from '../../../core/contract/alarm.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { useFeed } from '../feed-context.ts'
import { text } from './text.ts'

/** To the device, its curve around the moment, its screen, and its other alarms. */
export function Ways({ alarm: { sn_code, key, alarm_time } }: { alarm: Alarm }) {
  const t = useText(text)
  const { props, view, change } = useFeed()
  const sn = encodeURIComponent(sn_code)
  const go = (isTaken: boolean, path: string) => isTaken || props.onNavigate({ path })
  const curve = new URLSearchParams({ tab: 'curve', moment: `${key}@${alarm_time}` })
  return (
    <div className="feed-ways">
      <Button icon="device" onPress={() => go(props.onDeviceOpen({ sn_code }), `/deviceDetail/${sn}`)}>
        {t.device}
      </Button>
      <Button
        icon="chart"
        onPress={() => go(props.onCurveOpen({ sn_code, key, time: alarm_time }), `/deviceDetail/${sn}?${curve}`)}
      >
        {t.curve}
      </Button>
      <Button icon="image" onPress={() => go(props.onScreenOpen({ sn_code }), `/configureMonitor?sn=${sn}`)}>
        {t.screen}
      </Button>
      {view.sn === '' && (
        <Button look="plain" icon="filter" onPress={() => change({ sn: sn_code })}>
          {t.onlyDevice}
        </Button>
      )}
    </div>
  )
}
