import { writePoint } from '../../../../core/rules/expression/points.ts'
import { useText } from '../../../define/index.ts'
import { useEditor } from '../editor-context.ts'
import { usePanelSheets } from '../inspector/use-panel-sheets.ts'
import { bindMain } from './bind-main.ts'
import { PointList } from './PointList.tsx'
import { text } from './text.ts'

/** Points beside the drawing: dragged onto a control, or pressed for the one that is selected. */
export default function PointsPanel() {
  usePanelSheets()
  const t = useText(text)
  const { editor } = useEditor()
  return (
    <div className="side-points">
      <p className="prop-help">{t.pointsWhy}</p>
      <PointList
        canDrag
        onChoose={(point) => {
          const lead = editor.state().selection.at(-1)
          if (lead !== undefined) bindMain(editor, lead, writePoint(point), point.access === 'rw')
        }}
      />
    </div>
  )
}
