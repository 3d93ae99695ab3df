import type { Alarm } from '../../../core/contract/alarm.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import type { IconName } from '../../kit/icons.ts'
import { useMayReadRules } from '../alarm-rules/use-may-read-rules.ts'
import { curvePath, devicePath, rulePath, screenPath, shiftLogPath } from './paths.ts'
import { text } from './text.ts'
import { useMayOpenDevice } from './use-may-open-device.ts'
import { useMayWriteLog } from './use-may-write-log.ts'

/** What something on a page is about: a device, one of its points, one of its alarms. */
export interface Subject {
  readonly sn_code: string
  /** Its curve is the one that is led to; without it the device's. */
  readonly key?: string
  /** Around which its curve is, epoch ms; now by default. */
  readonly time?: number
  /** The curve is the one around the time that it came, the rule the one that raised it. */
  readonly alarm?: Pick<Alarm, 'alarm_id' | 'alarm_time' | 'rule_id'>
}

/** A place that a subject leads to. */
export interface Neighbour {
  readonly id: 'curve' | 'device' | 'screen' | 'alarms' | 'rules' | 'shiftLog'
  readonly label: string
  readonly icon: IconName
  go(): void
}

/**
 * Where a subject leads, as far as the user may follow. Each is announced by an event that the page may take, such as
 * `sg-device-open`; where it does not, `sg-navigate` names the console's page. A guest's page decides by itself: what a
 * guest reads is the token's, and rules are never theirs.
 */
export function useNeighbours(): (subject: Subject, hasScreen: boolean) => Neighbour[] {
  const { emit } = useElement()
  const t = useText(text)
  const mayReadRules = useMayReadRules()
  const { clock } = useConnection()
  const mayOpenDevice = useMayOpenDevice()
  const mayWriteLog = useMayWriteLog()
  const navigate = (path: string) => void emit('sg-navigate', { path })
  const announce = (type: `sg-${string}`, detail: object, path: string) => {
    if (!emit(type, detail)) navigate(path)
  }
  return ({ sn_code, key, time, alarm }, hasScreen) => {
    const toCurve = () => {
      if (key === undefined) return navigate(devicePath(sn_code, { tab: 'curve' }))
      const at = alarm?.alarm_time ?? time ?? clock.now()
      const detail = { sn_code, key, time: at, ...(alarm && { alarm_id: alarm.alarm_id }) }
      announce('sg-curve-open', detail, curvePath(sn_code, key, at, alarm?.alarm_id))
    }
    const ofDevice: Neighbour[] = [
      { id: 'curve', label: alarm ? t.curveThen : t.curve, icon: 'chart', go: toCurve },
      {
        id: 'device',
        label: t.device,
        icon: 'device',
        go: () => announce('sg-device-open', { sn_code }, devicePath(sn_code)),
      },
    ]
    const all: (Neighbour | false)[] = [
      ...(mayOpenDevice ? ofDevice : []),
      mayOpenDevice &&
        !alarm && {
          id: 'alarms',
          label: t.alarms,
          icon: 'bell',
          go: () => navigate(devicePath(sn_code, { tab: 'alarms' })),
        },
      mayOpenDevice &&
        mayReadRules && {
          id: 'rules',
          label: alarm ? t.rule : t.rules,
          icon: 'log',
          go: () => navigate(rulePath(sn_code, alarm?.rule_id)),
        },
      mayWriteLog && {
        id: 'shiftLog',
        label: t.shiftLog,
        icon: 'clipboard',
        go: () => navigate(shiftLogPath(alarm ? { alarm: alarm.alarm_id } : { about: sn_code })),
      },
      // Whether there is one is known last: it moves none of the others.
      hasScreen && {
        id: 'screen',
        label: t.screen,
        icon: 'image',
        go: () => announce('sg-screen-open', { sn_code }, screenPath(sn_code)),
      },
    ]
    return all.filter((one) => one !== false)
  }
}
