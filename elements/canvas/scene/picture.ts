import type { Look, Size } from '../controls/define-control.ts'
import type { Entry } from './entry.ts'
import { NotedLook } from './noted-look.ts'
import { contextOf, PageBackground, type ScenePage } from './page-background.ts'
import { Registry } from './registry.ts'
import { Renderer } from './renderer.ts'

/** px of a side: beyond it browsers give canvases that stay blank. */
const LARGEST = 8192

/** The whole page as it stands, on a canvas of its own: nothing moves, nobody waits for pictures. */
export function paintPicture(
  entries: readonly Entry[],
  page: ScenePage,
  look: Look,
  surround: string,
  wantedScale: number,
  shownTime: number,
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
  const registry = new Registry()
  registry.scale = scale
  registry.set(entries, page)
  for (const entry of registry.entries) entry.shownTime = shownTime
  const background = new PageBackground(document, registry, own, surround, () => {})
  background.page = page
  const renderer = new Renderer(contextOf(canvas), own, () => {}, true)
  renderer.page = page
  const place = { scale, left: 0, top: 0 }
  const area = { left: 0, top: 0, right: size.width, bottom: size.height }
  renderer.place = place
  background.paintAll(size, place, area)
  renderer.begin()
  background.putOn(renderer.context, area, false)
  renderer.controls(registry.entries, area)
  background.dispose()
  return canvas
}
