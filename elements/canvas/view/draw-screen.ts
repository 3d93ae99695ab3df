import { readDocument } from '../../../core/canvas/read-document.ts'
import { createRuntime } from '../../../core/canvas/runtime.ts'
import { createTypedSource } from '../../../core/canvas/typed-source.ts'
import type { Connection } from '../../../core/connection/connection.ts'
import type { Look } from '../controls/define-control.ts'
import { galleryOf } from '../controls/gallery.ts'
import { KINDS, loadKinds } from '../controls/kinds.ts'
import { createScene } from '../scene/index.ts'
import { readSceneLook } from './look.ts'
import { sceneControls } from './scene-controls.ts'
import { kindsIn } from './use-kinds.ts'

interface DrawingParts extends Pick<Look, 'lang' | 'timezone'> {
  connection: Connection
  /** Whose theme the screen is drawn in. */
  element: HTMLElement
  /** Of the longer side, px. */
  size: number
  /** Once soon, and again when pictures in it have come. */
  onDrawn: (canvas: HTMLCanvasElement) => void
}

/** Draws a stored screen without any values; what it gives ends that. Null where the document cannot be read. */
export async function drawScreen(stored: unknown, parts: DrawingParts): Promise<(() => void) | null> {
  const { connection, element, size, onDrawn, ...words } = parts
  await loadKinds(kindsIn(stored))
  const { document } = readDocument(stored, KINDS)
  if (!document) return null
  const { width, height, background, style } = document
  const runtime = createRuntime({ ...words, document, kinds: KINDS, source: createTypedSource(), sn_code: '' })
  let frame = 0
  const draw = () => {
    frame = 0
    onDrawn(scene.toCanvas({ scale: size / Math.max(width, height) }))
  }
  const want = () => {
    frame ||= requestAnimationFrame(draw)
  }
  const gallery = galleryOf(connection, want)
  const scene = createScene({ look: readSceneLook({ ...words, element, style, picture: gallery.picture }) })
  const controls = sceneControls(runtime.controls(), runtime)
  // As the editor draws it: that values are missing says nothing here.
  const unmarked = controls.map((control) => ({ ...control, state: { ...control.state, quality: null } }))
  scene.setControls(unmarked, { width, height, background })
  want()
  return () => {
    cancelAnimationFrame(frame)
    scene.dispose()
    gallery.dispose()
    runtime.dispose()
  }
}
