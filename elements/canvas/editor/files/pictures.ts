import type { ScreenDocument } from '../../../../core/contract/documents/screen.ts'
import type { Look } from '../../controls/define-control.ts'
import { createScene } from '../../scene/index.ts'
import { sceneControlsOf } from '../stage/scene-sync.ts'

const ASK_AGAIN_MS = 100
const LONGEST_MS = 5000

/** Waits for pictures of the gallery that the drawing shows; those that do not come are left out. */
export async function picturesCame(document: ScreenDocument, look: Look): Promise<void> {
  const named = new Set(JSON.stringify(document).match(/gallery\/\d{1,15}/g) ?? [])
  const until = performance.now() + LONGEST_MS
  const isWaiting = () => [...named].some((address) => look.picture(address) === null)
  while (isWaiting() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
}

/** The whole page as it is drawn, `scale` px a px of the document. */
export function canvasOf(document: ScreenDocument, look: Look, scale: number): HTMLCanvasElement {
  const scene = createScene({ look, onPainterError: (_control_id, _kind, error) => reportError(error) })
  try {
    const { width, height, background } = document
    scene.setControls(sceneControlsOf(document), { width, height, background })
    return scene.toCanvas({ scale })
  } finally {
    scene.dispose()
  }
}

/** Null where the browser cannot make a picture of that size. */
export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
