import type { AlarmState } from '../../core/contract/alarm.ts'
import { alarmStates } from '../../core/rules/alarm-state-text.ts'
import { useText } from '../context/element-context.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

const ICON_OF: Readonly<Record<AlarmState, IconName>> = {
  NORM: 'ring',
  UNACK: 'bell',
  ACKED: 'check',
  RTNUN: 'undo',
  SHLVD: 'clock',
  DSUPR: 'eye-off',
  OOSRV: 'minus',
}

/** An alarm's state as ISA-18.2 has it, by shape and word; without the word the shape carries its name. */
export function AlarmStateMark({ state, isWordHidden = false }: { state: AlarmState; isWordHidden?: boolean }) {
  const word = useText(alarmStates)[state]
  return (
    <span className="mark">
      {isWordHidden ? <Icon name={ICON_OF[state]} size={12} label={word} /> : <Icon name={ICON_OF[state]} size={12} />}
      {!isWordHidden && word}
    </span>
  )
}
