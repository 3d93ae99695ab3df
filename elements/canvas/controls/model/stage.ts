import { Box3, PerspectiveCamera, Scene, Vector3 } from 'three'
import { disposeModel, loadModel } from './load-model.ts'
import type { ReadModel } from './model-files.ts'
import { eyeOf, type Orbit } from './orbit.ts'
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
  const box = new Box3().setFromObject(loaded.root)
  const middle = box.getCenter(new Vector3())
  const radius = Math.max(1e-6, box.getSize(new Vector3()).length() / 2)
  const poses = new Poses(loaded)
  const onto = canvas.getContext('2d') as CanvasRenderingContext2D
  let orbit: Orbit = { azimuth: 0, elevation: 0, zoom: 1 }
  let frame = 0
  let drawn = 0

  function draw() {
    frame = 0
    const { width, height } = canvas.getBoundingClientRect()
    if (!lease || lease.isLost || width < 1 || height < 1) return
    const ratio = Math.min(window.devicePixelRatio || 1, MOST_PX / width, MOST_PX / height)
    canvas.width = Math.max(1, Math.round(width * ratio))
    canvas.height = Math.max(1, Math.round(height * ratio))
    place(canvas.width / canvas.height)
    lease.draw(scene, camera, canvas.width, canvas.height, onto)
    drawn += 1
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
      stage.invalidate()
    },
    invalidate() {
      frame ||= requestAnimationFrame(draw)
    },
    get drawn() {
      return drawn
    },
    dispose() {
      cancelAnimationFrame(frame)
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
