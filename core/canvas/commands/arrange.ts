import type { Control } from '../../contract/documents/screen.ts'
import { controlOf, withControls, withMembers } from '../arrangement.ts'
import type { Commands, Side } from '../editor-api.ts'
import { type Box, boundsOf, boundsOfAll, middleOf, type Spot } from '../geometry.ts'
import { frameOf, movable } from '../selected.ts'
import type { Session } from '../session.ts'
import { flippedBy, movedBy, resizedWith, turnedBy } from '../transforms.ts'

type Arranging = Pick<Commands, 'align' | 'distribute' | 'sameSize' | 'turnBy' | 'flip'>

export function arrangeCommands(session: Session): Arranging {
  const unit = (id: string) => controlOf(session.state().document, id) as Control
  const withAll = (id: string) => withMembers(session.state().document, [id])
  /** Each unit with its members by an offset of its own. */
  const shift = (ids: readonly string[], by: (box: Box) => Spot) =>
    ids.flatMap((id) => {
      const offset = by(boundsOf(unit(id)))
      return withAll(id).map((control) => movedBy(control, offset))
    })

  return {
    align(side, to = 'selection') {
      const ids = movable(session)
      const { document } = session.state()
      const page = { x: 0, y: 0, width: document.width, height: document.height }
      const within = to === 'page' || ids.length === 1 ? page : boundsOfAll(ids.map(unit))
      if (!within) return false
      const moved = shift(ids, (box) => toSide(box, within, side))
      return session.edit('stepAligned', ids.length, (before) => withControls(before, moved))
    },
    distribute(axis) {
      const ids = movable(session)
      if (ids.length < 3) return false
      const size = axis === 'x' ? 'width' : 'height'
      const boxes = ids.map((id) => ({ id, box: boundsOf(unit(id)) })).sort((a, b) => a.box[axis] - b.box[axis])
      const [first, last] = [(boxes[0] as { box: Box }).box, (boxes.at(-1) as { box: Box }).box]
      const taken = boxes.reduce((sum, { box }) => sum + box[size], 0)
      const gap = (last[axis] + last[size] - first[axis] - taken) / (boxes.length - 1)
      let at = first[axis]
      const places = new Map<string, number>()
      for (const { id, box } of boxes) {
        places.set(id, at)
        at += box[size] + gap
      }
      const moved = ids.flatMap((id) =>
        shift([id], (box) => {
          const by = (places.get(id) as number) - box[axis]
          return axis === 'x' ? { x: by, y: 0 } : { x: 0, y: by }
        }),
      )
      return session.edit('stepDistributed', ids.length, (before) => withControls(before, moved))
    },
    sameSize(what) {
      const ids = movable(session)
      const { selection } = session.state()
      const leadId = selection.at(-1)
      if (leadId === undefined || ids.length === 0) return false
      const lead = unit(leadId)
      const resized = ids
        .filter((id) => id !== leadId)
        .flatMap((id) => {
          const from = unit(id)
          const width = what === 'height' ? from.width : lead.width
          const height = what === 'width' ? from.height : lead.height
          return resizedWith(withAll(id), from, { ...from, width, height })
        })
      return session.edit('stepResized', ids.length - 1, (before) => withControls(before, resized))
    },
    turnBy(degrees) {
      const ids = movable(session)
      const frame = frameOf(session, ids)
      if (!frame) return false
      const turned = turnedBy(withMembers(session.state().document, ids), middleOf(frame), degrees)
      return session.edit('stepRotated', ids.length, (before) => withControls(before, turned))
    },
    flip(axis) {
      const ids = movable(session)
      const frame = frameOf(session, ids)
      if (!frame) return false
      const flipped = flippedBy(withMembers(session.state().document, ids), axis, middleOf(frame))
      return session.edit('stepFlipped', ids.length, (before) => withControls(before, flipped))
    },
  }
}

function toSide(box: Box, within: Box, side: Side): Spot {
  const right = within.x + within.width - box.width
  const bottom = within.y + within.height - box.height
  switch (side) {
    case 'left':
      return { x: within.x - box.x, y: 0 }
    case 'centre':
      return { x: (within.x + right) / 2 - box.x, y: 0 }
    case 'right':
      return { x: right - box.x, y: 0 }
    case 'top':
      return { x: 0, y: within.y - box.y }
    case 'middle':
      return { x: 0, y: (within.y + bottom) / 2 - box.y }
    case 'bottom':
      return { x: 0, y: bottom - box.y }
  }
}
