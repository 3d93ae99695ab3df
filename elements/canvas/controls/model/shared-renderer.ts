import {
  type Camera,
  NeutralToneMapping,
  PMREMGenerator,
  type Scene,
  setConsoleFunction,
  type Texture,
  WebGLRenderer,
  type WebGLRenderTarget,
} from 'three'
import { RoomEnvironment } from 'three/examples/jsm/environments/RoomEnvironment.js'

/** The browser gives no WebGL 2. */
export class NoWebGL extends Error {
  override name = 'NoWebGL'
}

export interface RendererUser {
  onLost(): void
  onRestored(): void
}

export interface RendererLease {
  readonly isLost: boolean
  /** Light from all around, of no colour. */
  readonly environment: Texture
  /** Draws the scene and hands the picture over, in the same task. Gives how many ms it took. */
  draw(scene: Scene, camera: Camera, width: number, height: number, onto: CanvasRenderingContext2D): number
  release(): void
}

class SharedRenderer {
  readonly users = new Set<RendererUser>()
  readonly #canvas = document.createElement('canvas')
  readonly #renderer: WebGLRenderer
  readonly #point = new Uint8Array(4)
  #room: WebGLRenderTarget

  constructor() {
    const attributes: WebGLContextAttributes = { alpha: true, antialias: true, powerPreference: 'low-power' }
    const context = this.#canvas.getContext('webgl2', attributes)
    if (!context) throw new NoWebGL('no webgl2')
    this.#renderer = new WebGLRenderer({ canvas: this.#canvas, context, alpha: true, antialias: true })
    this.#renderer.setClearAlpha(0)
    this.#renderer.setScissorTest(true)
    this.#renderer.toneMapping = NeutralToneMapping
    this.#room = this.#lit()
    this.#canvas.addEventListener('webglcontextlost', this.#lost)
    this.#canvas.addEventListener('webglcontextrestored', this.#restored)
  }

  get isLost(): boolean {
    return this.#renderer.getContext().isContextLost()
  }

  get environment(): Texture {
    return this.#room.texture
  }

  draw(scene: Scene, camera: Camera, width: number, height: number, onto: CanvasRenderingContext2D): number {
    const canvas = this.#canvas
    const start = performance.now()
    if (canvas.width < width || canvas.height < height) {
      this.#renderer.setSize(Math.max(canvas.width, width), Math.max(canvas.height, height), false)
    }
    this.#renderer.setViewport(0, 0, width, height)
    this.#renderer.setScissor(0, 0, width, height)
    this.#renderer.render(scene, camera)
    // Only who reads a point waits until it is drawn.
    const gl = this.#renderer.getContext()
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, this.#point)
    onto.clearRect(0, 0, width, height)
    onto.drawImage(canvas, 0, canvas.height - height, width, height, 0, 0, width, height)
    return performance.now() - start
  }

  dispose(): void {
    this.#canvas.removeEventListener('webglcontextlost', this.#lost)
    this.#canvas.removeEventListener('webglcontextrestored', this.#restored)
    this.#room.dispose()
    this.#renderer.dispose()
    // A page may have few contexts at a time, and a dropped one counts until memory is cleared.
    if (!this.isLost) this.#renderer.forceContextLoss()
  }

  #lit(): WebGLRenderTarget {
    const generator = new PMREMGenerator(this.#renderer)
    const room = new RoomEnvironment()
    const target = generator.fromScene(room, 0.04)
    room.dispose()
    generator.dispose()
    return target
  }

  readonly #lost = () => {
    for (const user of this.users) user.onLost()
  }

  readonly #restored = () => {
    // What was drawn into it went with the card's memory.
    this.#room.dispose()
    this.#room = this.#lit()
    for (const user of this.users) user.onRestored()
  }
}

let shared: SharedRenderer | null = null

/** One for all models of the page, so that a screen may have as many as it likes; none while there is none. */
export function leaseRenderer(user: RendererUser): RendererLease {
  setConsoleFunction(() => {})
  if (!shared || shared.isLost) shared = new SharedRenderer()
  const renderer = shared
  renderer.users.add(user)
  return {
    get isLost() {
      return renderer.isLost
    },
    get environment() {
      return renderer.environment
    },
    draw: (scene, camera, width, height, onto) => renderer.draw(scene, camera, width, height, onto),
    release() {
      if (!renderer.users.delete(user) || renderer.users.size > 0) return
      if (shared === renderer) shared = null
      renderer.dispose()
    },
  }
}
