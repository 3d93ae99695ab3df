import type { Editor, NewControl } from '../../../../core/canvas/editor-api.ts'
import { kindOf } from '../../controls/kinds.ts'
import { spotIn } from './pointers.ts'

/** What is dragged from the palette: a `NewControl` as JSON. */
export const CONTROL_DROP = 'application/x-sightglass-control'
/** An expression that is dragged onto a control: a point, as `flow` or `WW0001.flow`. */
export const POINT_DROP = 'application/x-sightglass-point'

/** Hands a control to a drag of the browser. */
export function dragControl(transfer: DataTransfer, control: NewControl): void {
  transfer.effectAllowed = 'copy'
  transfer.setData(CONTROL_DROP, JSON.stringify(control))
}

/** Takes what is dropped on the drawing. */
export function takeDrops(host: HTMLElement, editor: () => Editor, isReadOnly: () => boolean): () => void {
  const off = new AbortController()
  const { signal } = off
  const isOurs = ({ dataTransfer }: DragEvent) =>
    !isReadOnly() && (dataTransfer?.types.includes(CONTROL_DROP) || dataTransfer?.types.includes(POINT_DROP))
  host.addEventListener(
    'dragover',
    (event) => {
      if (!isOurs(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    },
    { signal },
  )
  host.addEventListener(
    'drop',
    (event) => {
      const { dataTransfer } = event
      if (!isOurs(event) || !dataTransfer) return
      event.preventDefault()
      const spot = spotIn(host, event)
      const target = editor()
      const point = dataTransfer.getData(POINT_DROP)
      if (point) return bindMain(target, target.hit(spot), point)
      const control = readControl(dataTransfer.getData(CONTROL_DROP))
      if (control) target.commands.add(control, target.viewing.toDocument(spot))
      host.focus()
    },
    { signal },
  )
  return () => off.abort()
}

function bindMain(editor: Editor, control_id: string | null, expression: string): void {
  const kind = control_id === null ? undefined : editor.control(control_id)?.kind
  const path = kind === undefined ? undefined : kindOf(kind)?.bindable[0]
  if (control_id === null || path === undefined) return
  editor.commands.setBinding(path, { expression }, [control_id])
  editor.selecting.select([control_id])
}

/** Another page may hand over anything. */
function readControl(sent: string): NewControl | null {
  try {
    const read = JSON.parse(sent) as Partial<NewControl> | null
    return typeof read?.kind === 'string' ? (read as NewControl) : null
  } catch {
    return null
  }
}
