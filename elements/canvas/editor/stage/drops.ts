import type { Editor, NewControl } from '../../../../core/canvas/editor-api.ts'
import { type Bound, bindMain } from '../binding/bind-main.ts'
import { spotIn } from './pointers.ts'

/** What is dragged from the palette: a `NewControl` as JSON. */
export const CONTROL_DROP = 'application/x-sightglass-control'
/** An expression that is dragged onto a control, or where none is: a point, as `flow` or `WW0001.flow`. */
export const POINT_DROP = 'application/x-sightglass-point'
/** Beside it where the point can be written. */
export const WRITABLE_DROP = 'application/x-sightglass-writable'

/** Hands a control to a drag of the browser. */
export function dragControl(transfer: DataTransfer, control: NewControl): void {
  transfer.effectAllowed = 'copy'
  transfer.setData(CONTROL_DROP, JSON.stringify(control))
}

interface DropsParts {
  readonly host: HTMLElement
  readonly editor: () => Editor
  readonly isReadOnly: () => boolean
  readonly onPoint: (outcome: Bound | null, written: string) => void
}

/** Takes what is dropped on the drawing. */
export function takeDrops({ host, editor, isReadOnly, onPoint }: DropsParts): () => void {
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
      const hit = point ? target.hit(spot) : null
      if (point && hit !== null) {
        onPoint(bindMain(target, hit, point, dataTransfer.types.includes(WRITABLE_DROP)), point)
        return target.selecting.select([hit])
      }
      if (point) target.commands.add(newValue(point), target.viewing.toDocument(spot))
      const control = readControl(dataTransfer.getData(CONTROL_DROP))
      if (control) target.commands.add(control, target.viewing.toDocument(spot))
      host.focus()
    },
    { signal },
  )
  return () => off.abort()
}

/** What a point is shown by where there is no control yet: so wide that its name, which is the label, is not cut. */
const newValue = (expression: string): NewControl => ({
  kind: 'value',
  width: 280,
  props: { labelShare: 0.55 },
  bindings: { value: { expression } },
})

/** Another page may hand over anything. */
function readControl(sent: string): NewControl | null {
  try {
    const read = JSON.parse(sent) as Partial<NewControl> | null
    return typeof read?.kind === 'string' ? (read as NewControl) : null
  } catch {
    return null
  }
}
