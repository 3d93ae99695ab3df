import type { Screen } from '../../../../core/contract/screen.ts'
import { deviceDetail } from '../../../../core/stores/collections/devices.ts'
import { useConnection } from '../../../define/index.ts'
import { useCall } from '../../../parts/use-call.ts'
import { useCollection } from '../../../parts/use-collection.ts'
import { useEditor } from '../editor-context.ts'

const NONE: readonly Screen[] = []

/** Screens of the same template; in a dashboard those of the device that the selected control names. */
export function useOfferedScreens(): readonly Screen[] {
  const { api } = useConnection()
  const { editor, drawn, screens } = useEditor()
  const named = editor.control(editor.state().selection.at(-1) ?? '')?.props.sn_code
  const sn_code = drawn.is === 'dashboard' && typeof named === 'string' && named !== '' ? named : null
  const device = useCollection(deviceDetail, sn_code === null ? null : { sn_code })
  const template_id = device.data?.template_id ?? null
  const { data } = useCall(api.screen.list, template_id === null ? null : { template_id })
  return sn_code === null ? screens : (data ?? NONE)
}
