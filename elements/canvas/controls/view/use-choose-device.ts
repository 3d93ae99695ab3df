import { useElement } from '../../../define/index.ts'
import { useLinks } from './view-context.ts'

/** What a press on a device does: the screen shows it, where the page lets it; else the page is told to open the device. */
export function useChooseDevice(): (sn_code: string) => void {
  const { choose } = useLinks()
  const { emit } = useElement()
  return choose ?? ((sn_code) => void emit('sg-device-open', { sn_code }))
}
