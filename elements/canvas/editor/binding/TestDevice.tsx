import type { ReactNode } from 'react'
import { useText } from '../../../define/index.ts'
import { Select } from '../../../kit/Select.tsx'
import { DevicePicker } from '../../../parts/device-choice/DevicePicker.tsx'
import { useDeviceName } from '../../../parts/device-choice/use-device-name.ts'
import { useEditor } from '../editor-context.ts'
import { text } from './text.ts'

interface TestWith {
  /** There can be live values. */
  readonly hasLive: boolean
  /** The field that the device is chosen in. */
  readonly choice: ReactNode
}

/** The device that what is drawn is tested with: one of the template, or without a template any. */
export function useTestDevice(isLabelShown = false): TestWith {
  const t = useText(text)
  const { drawn, devices, sn_code, chooseDevice } = useEditor()
  const isAny = drawn.template_id === null
  const name = useDeviceName(isAny ? sn_code : '')
  if (isAny) {
    const choice = <DevicePicker sn={sn_code} name={name} none={t.noDevice} onChoose={chooseDevice} />
    return { hasLive: true, choice }
  }
  const hasLive = devices.length > 0
  const choice = hasLive && (
    <Select
      label={t.device}
      isLabelHidden={!isLabelShown}
      isSearchable
      options={devices.map((device) => ({
        id: device.sn_code,
        label: device.dev_alias || device.sn_code,
        note: device.sn_code,
      }))}
      value={sn_code}
      onChange={chooseDevice}
    />
  )
  return { hasLive, choice }
}
