import type { Alarm } from '../../../core/contract/alarm.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { useMayReadRules } from '../alarm-rules/use-may-read-rules.ts'
import { useMayOpenDevice } from '../neighbours/use-may-open-device.ts'
import { useMayWriteLog } from '../neighbours/use-may-write-log.ts'
import type { AlarmActions } from './console-actions.ts'
import { text } from './text.ts'

/** To the device, its curve around that time, its screen, the rule, the shift log, and its other alarms. */
export function AlarmLinks({ alarm, actions }: { alarm: Alarm; actions: AlarmActions }) {
  const t = useText(text)
  const { toDevice, toCurve, toScreen, toRule, toShiftLog, toOnlyDevice } = actions
  const mayReadRules = useMayReadRules()
  const mayWriteLog = useMayWriteLog()
  const mayOpenDevice = useMayOpenDevice()
  return (
    <div className="alarm-panel-links">
      {toDevice && mayOpenDevice && (
        <Button icon="device" onPress={() => toDevice(alarm)}>
          {t.device}
        </Button>
      )}
      {mayOpenDevice && (
        <Button icon="chart" onPress={() => toCurve(alarm)}>
          {t.curve}
        </Button>
      )}
      {toScreen && (
        <Button icon="image" onPress={() => toScreen(alarm)}>
          {t.screen}
        </Button>
      )}
      {mayReadRules && mayOpenDevice && (
        <Button icon="bell" onPress={() => toRule(alarm)}>
          {t.rule}
        </Button>
      )}
      {mayWriteLog && (
        <Button icon="clipboard" onPress={() => toShiftLog(alarm)}>
          {t.shiftLog}
        </Button>
      )}
      {toOnlyDevice && (
        <Button look="plain" icon="filter" onPress={() => toOnlyDevice(alarm)}>
          {t.onlyDevice}
        </Button>
      )}
    </div>
  )
}
