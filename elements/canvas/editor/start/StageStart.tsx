import { useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { useEditor } from '../editor-context.ts'
import { text as stageText } from '../stage/text.ts'
import { text } from './text.ts'

/** What an empty dashboard is begun with. */
export function StageStart() {
  const t = useText(text)
  const { emptyDashboard } = useText(stageText)
  const { openDialog } = useEditor()
  return (
    <div className="stage-empty stage-start">
      <strong>{emptyDashboard}</strong>
      <span>{t.emptyWhy}</span>
      <Button look="primary" icon="device" onPress={() => openDialog('start')}>
        {t.begin}
      </Button>
    </div>
  )
}
