import { writePoint } from '../../../../core/rules/expression/points.ts'
import { useText } from '../../../define/index.ts'
import { useEditor } from '../editor-context.ts'
import { usePanelSheets } from '../inspector/use-panel-sheets.ts'
import { bindMain } from './bind-main.ts'
import { PointList } from './PointList.tsx'
import { text } from './text.ts'
import { useSayBound } from './use-say-bound.ts'

/** Points beside the drawing: dragged onto a control, or pressed for the one that is selected. */
export default function PointsPanel() {
  usePanelSheets()
  const t = useText(text)
  const { editor } = useEditor()
  const say = useSayBound()
  return (
    <div className="side-points">
      <p className="prop-help">{t.pointsWhy}</p>
      <PointList
        canDrag
        onChoose={(point) => {
          const lead = editor.state().selection.at(-1)
          const written = writePoint(point)
          if (lead !== undefined) say(bindMain(editor, lead, written, point.access === 'rw'), written)
        }}
      />
    </div>
  )
}
