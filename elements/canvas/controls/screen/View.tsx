import { useText } from '../../../define/index.ts'
import type { ViewProps } from '../define-control.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { NoDevice, ViewNote } from '../view/ViewNote.tsx'
import { useShowScreen } from '../view/view-context.ts'
import type { ScreenProps } from './control.ts'
import { text } from './text.ts'

/** A screen of the device in the screen that is shown; none within that one. */
export default function View({ props, sn_code, isEditing, replayTime }: ViewProps<ScreenProps>) {
  const { title, screen_id, hasFrame } = props
  const t = useText(text)
  const showScreen = useShowScreen()
  const of = props.sn_code || sn_code
  const shown = () => {
    if (isEditing) return <ViewNote icon="image" title={t.example} />
    if (replayTime !== null) return <ViewNote icon="clock" title={t.notThen} />
    if (!showScreen) return <ViewNote icon="image" title={t.nested} />
    if (of === '' && screen_id === null) return <NoDevice />
    return showScreen({ sn_code: of, screen_id })
  }
  return (
    <ViewFrame title={title} hasFrame={hasFrame} isEditing={isEditing}>
      {shown()}
    </ViewFrame>
  )
}
