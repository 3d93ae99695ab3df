import type { ScreenDocument } from '../../../../core/contract/documents/screen.ts'
import type { Look } from '../../controls/define-control.ts'
import type { Entry } from '../../scene/entry.ts'
import { NotedLook } from '../../scene/noted-look.ts'
import { Registry } from '../../scene/registry.ts'
import { Renderer } from '../../scene/renderer.ts'
import { sceneControlsOf } from '../stage/scene-sync.ts'
import { SvgContext } from './svg-context.ts'

/** The page as SVG: the same painters, recorded. */
export function svgOf(document: ScreenDocument, look: Look, measuring: CanvasRenderingContext2D): string {
  const { width, height, background } = document
  const recorder = new SvgContext(measuring, { width, height })
  const context = recorder as unknown as CanvasRenderingContext2D
  const own = new NotedLook<Entry | 'page'>(look)
  context.fillStyle = look.colour(background.color) || 'none'
  context.fillRect(0, 0, width, height)
  const picture = background.picture ? look.picture(background.picture) : null
  if (picture && picture !== 'missing') context.drawImage(picture, 0, 0, width, height)
  const registry = new Registry()
  registry.set(sceneControlsOf(document), { width, height })
  const renderer = new Renderer(context, own, (_entry, error) => reportError(error), true)
  renderer.page = { width, height }
  renderer.controls(registry.entries, { left: 0, top: 0, right: Math.ceil(width), bottom: Math.ceil(height) })
  return recorder.svg()
}
