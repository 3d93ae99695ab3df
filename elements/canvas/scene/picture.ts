import type { Look, Size } from '../controls/define-control.ts'
import { Brush } from './brush.ts'
import type { Entry } from './entry.ts'
import { contextOf, Ground, type ScenePage } from './ground.ts'
import { NotedLook } from './noted-look.ts'
import { Roster } from './roster.ts'

/** px of a side: beyond it browsers give canvases that stay blank. */
const LARGEST = 8192

/** The whole page as it stands, on a canvas of its own: nothing moves, nobody waits for pictures. */
export function paintPicture(
  entries: readonly Entry[],
  page: ScenePage,
  look: Look,
  surround: string,
  wantedScale: number,
  moment: number,
): HTMLCanvasElement {
  const scale = Math.min(wantedScale, LARGEST / page.width, LARGEST / page.height)
  const size: Size = {
    width: Math.max(1, Math.round(page.width * scale)),
    height: Math.max(1, Math.round(page.height * scale)),
  }
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const own = new NotedLook<Entry | 'page'>(look)
  const roster = new Roster()
  roster.scale = scale
  roster.set(entries, page)
  for (const entry of roster.entries) entry.moment = moment
  const ground = new Ground(document, roster, own, surround, () => {})
  ground.page = page
  const brush = new Brush(contextOf(canvas), own, () => {}, true)
  brush.page = page
  const place = { scale, left: 0, top: 0 }
  const area = { left: 0, top: 0, right: size.width, bottom: size.height }
  brush.place = place
  ground.paintAll(size, place, area)
  brush.begin()
  ground.putOn(brush.context, area, false)
  brush.controls(roster.entries, area)
  ground.dispose()
  return canvas
}
