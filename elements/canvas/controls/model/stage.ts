import { Box3, PerspectiveCamera, Scene, Vector3 } from 'three'
import { disposeModel, loadModel } from './load-model.ts'
import type { ReadModel } from './model-files.ts'
import { eyeOf, isClose, type Orbit } from './orbit.ts'
import { Pace } from './pace.ts'
import type { NodeLook } from './parts.ts'
import { Poses, type ToRgb } from './poses.ts'
import { leaseRenderer } from './shared-renderer.ts'

export interface ModelStage {
  /** Names of nodes that the model does not have. */
  setLooks(looks: ReadonlyMap<string, NodeLook>, toRgb: ToRgb): string[]
  setOrbit(orbit: Orbit): void
  /** Drawn in the next frame; without this nothing is. */
  invalidate(): void
  /** How many pictures have been drawn. */
  readonly drawn: number
  /** Whether the last one is coarser than it would be if it were drawn in time; it is tried again. */
  readonly isCoarse: boolean
  dispose(): void
}

interface Opening {
  canvas: HTMLCanvasElement
  model: ReadModel
  onLost: () => void
  onRestored: () => void
}

const FIELD_OF_VIEW = 32
/** A canvas larger than this is drawn coarser. */
const MOST_PX = 2048
/** When a picture that took too long to be fine is tried again, as something else may have held it up; then twice as late. */
const AGAIN_MS = 1000
const MOST_TRIES = 5
const RADIAN = Math.PI / 180

/** A model on a canvas. Throws a `ModelError`, or `NoWebGL`. */
export async function openStage({ canvas, model, onLost, onRestored }: Opening): Promise<ModelStage> {
  let lease: ReturnType<typeof leaseRenderer> | null = null
  const lit = () => {
    scene.environment = lease?.environment ?? null
    stage.invalidate()
  }
  lease = leaseRenderer({
    onLost,
    onRestored: () => {
      lit()
      onRestored()
    },
  })
  const scene = new Scene()
  const loaded = await loadModel(model).catch((error: unknown) => {
    lease?.release()
    throw error
  })
  scene.add(loaded.root)
  const camera = new PerspectiveCamera(FIELD_OF_VIEW)
  // What bones move is measured where they are.
  loaded.root.updateMatrixWorld(true)
  const box = new Box3().setFromObject(loaded.root)
  const middle = box.getCenter(new Vector3())
  const radius = Math.max(1e-6, box.getSize(new Vector3()).length() / 2)
  const poses = new Poses(loaded)
  const onto = canvas.getContext('2d') as CanvasRenderingContext2D
  let orbit: Orbit = { azimuth: 0, elevation: 0, zoom: 1 }
  let frame = 0
  let drawn = 0
  const pace = new Pace()
  /** From where the last picture was seen; null where something else has changed since. */
  let seenFrom: Orbit | null = null
  let isCoarse = false
  let again: ReturnType<typeof setTimeout> | undefined
  let tries = 0

  function draw() {
    frame = 0
    const { width, height } = canvas.getBoundingClientRect()
    if (!lease || lease.isLost || width < 1 || height < 1) return
    const ratio = Math.min(window.devicePixelRatio || 1, MOST_PX / width, MOST_PX / height)
    const { draw: drawOn } = lease
    place(width / height)
    const drawAt = (part: number) => {
      canvas.width = Math.max(1, Math.round(width * ratio * part))
      canvas.height = Math.max(1, Math.round(height * ratio * part))
      return drawOn(scene, camera, canvas.width, canvas.height, onto)
    }
    isCoarse = pace.draw(drawAt, seenFrom !== null && isClose(seenFrom, orbit)) < 1
    seenFrom = orbit
    drawn += 1
    if (!isCoarse || tries === MOST_TRIES) return
    again = setTimeout(measure, AGAIN_MS * 2 ** tries)
    tries += 1
  }
  /** Draws what may take longer than the last picture. */
  function measure() {
    seenFrom = null
    schedule()
  }
  function schedule() {
    clearTimeout(again)
    frame ||= requestAnimationFrame(draw)
  }
  /** All of the model is seen whichever way it is turned, in a box of whatever form. */
  function place(aspect: number) {
    const half = (FIELD_OF_VIEW / 2) * RADIAN
    const narrow = Math.min(half, Math.atan(Math.tan(half) * aspect))
    const distance = radius / Math.sin(narrow)
    camera.aspect = aspect
    camera.near = radius / 100
    camera.far = (distance / orbit.zoom + radius) * 4
    camera.position.set(...eyeOf(orbit, distance)).add(middle)
    camera.lookAt(middle)
    camera.updateProjectionMatrix()
  }

  const sizes = new ResizeObserver(() => stage.invalidate())
  const stage: ModelStage = {
    setLooks(looks, toRgb) {
      const missing = poses.set(looks, toRgb)
      stage.invalidate()
      return missing
    },
    setOrbit(next) {
      orbit = next
      tries = 0
      schedule()
    },
    invalidate() {
      tries = 0
      measure()
    },
    get drawn() {
      return drawn
    },
    get isCoarse() {
      return isCoarse
    },
    dispose() {
      cancelAnimationFrame(frame)
      clearTimeout(again)
      sizes.disconnect()
      poses.dispose()
      disposeModel(loaded)
      lease?.release()
      lease = null
    },
  }
  lit()
  sizes.observe(canvas)
  return stage
}
