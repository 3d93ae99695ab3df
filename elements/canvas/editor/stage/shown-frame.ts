import type { Editor } from '../../../../core/canvas/editor-api.ts'
import { boundsOfAll, middleOf, type TurnedBox, turn } from '../../../../core/canvas/geometry.ts'
import { pathSpots } from '../../../../core/canvas/path-points.ts'
import type { ShownFrame } from './hands.ts'

/** The frame of what is selected, or of the one that is named, px of the document. */
export function shownFrame(editor: Editor, ids: readonly string[]): ShownFrame | null {
  const state = editor.state()
  const isSelection = ids === state.selection
  const frame: (TurnedBox & { isLocked: boolean }) | null = isSelection ? editor.frame() : boxOf(editor, ids)
  if (!frame) return null
  const [only] = ids
  const control = ids.length === 1 && only !== undefined ? editor.control(only) : undefined
  const spots = isSelection && control && !frame.isLocked ? pathSpots(control, editor.kinds) : null
  if (!spots || !control) return { ...frame, corners: null }
  const middle = middleOf(frame)
  const corners = spots.map((spot) => {
    const { x, y } = turn(spot, middle, -frame.angle)
    return { x: (x - frame.x) / (frame.width || 1), y: (y - frame.y) / (frame.height || 1) }
  })
  return { ...frame, corners }
}

function boxOf(editor: Editor, ids: readonly string[]): (TurnedBox & { isLocked: boolean }) | null {
  const controls = ids.map((id) => editor.control(id)).filter((control) => control !== undefined)
  const [only] = controls
  if (!only) return null
  const isGroup = only.kind === 'group' && typeof only.props.symbol !== 'string'
  if (controls.length === 1 && !isGroup) {
    const { x, y, width, height, angle, locked } = only
    return { x, y, width, height, angle, isLocked: locked }
  }
  const bounds = boundsOfAll(controls)
  return bounds && { ...bounds, angle: 0, isLocked: false }
}
