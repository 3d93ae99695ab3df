import { useEditor } from '../editor-context.ts'
import { usePanelSheets } from '../inspector/use-panel-sheets.ts'
import type { DialogProps } from '../panels.tsx'
import { ImportDashboard } from './ImportDashboard.tsx'
import { ImportScreen } from './ImportScreen.tsx'

/** Another screen of the template, or another content of the dashboard, from a file. */
export default function ImportDialog({ onClose }: DialogProps) {
  usePanelSheets()
  const { drawn } = useEditor()
  return drawn.is === 'screen' ? (
    <ImportScreen template_id={drawn.template_id} onClose={onClose} />
  ) : (
    <ImportDashboard onClose={onClose} />
  )
}
