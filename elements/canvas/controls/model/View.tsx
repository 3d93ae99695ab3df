import { useSheet, useText } from '../../../define/index.ts'
import type { ViewProps } from '../define-control.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import type { ModelProps } from './control.ts'
import { ModelBox } from './ModelBox.tsx'
import sheet from './model.css?sheet'
import { text } from './text.ts'
import { useModelFiles } from './use-model-files.ts'

/** A model of the gallery with its parts as values have them. The editor shows the model itself, and takes no pointer. */
export default function View({ props, look, isEditing }: ViewProps<ModelProps>) {
  useSheet(sheet)
  const t = useText(text)
  const { title, model, hasFrame } = props
  const { files, reload } = useModelFiles(model)
  const shown = () => {
    if (model === '') return <ViewNote icon="image" title={t.noModel} explanation={t.noModelWhy} />
    if (files === undefined) return <ViewWaiting />
    if (files === null)
      return <ViewNote icon="warning" title={t.gone} explanation={t.goneWhy} onRetry={reload} isAlert />
    return <ModelBox key={model} files={files} props={props} look={look} isEditing={isEditing} />
  }
  return (
    <ViewFrame title={title} hasFrame={hasFrame} isEditing={isEditing}>
      {shown()}
    </ViewFrame>
  )
}
