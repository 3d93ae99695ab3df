import { writePoint } from '../../../../core/rules/expression/points.ts'
import { useText } from '../../../define/index.ts'
import { useEditor } from '../editor-context.ts'
import { usePanelSheets } from '../inspector/use-panel-sheets.ts'
import { PointList } from './PointList.tsx'
import { text } from './text.ts'

/** Points beside the drawing: dragged onto a control, or pressed for the one that is selected. */
export default function PointsPanel() {
  usePanelSheets()
  const t = useText(text)
  const { editor } = useEditor()
  function bindMain(expression: string) {
    const lead = editor.state().selection.at(-1)
    const kind = lead === undefined ? undefined : editor.control(lead)?.kind
    const [path] = kind === undefined ? [] : (editor.kinds.get(kind)?.bindable ?? [])
    if (path !== undefined) editor.commands.setBinding(path, { expression })
  }
  return (
    <div className="side-points">
      <p className="prop-help">{t.pointsWhy}</p>
      <PointList canDrag onChoose={(point) => bindMain(writePoint(point))} />
    </div>
  )
}
