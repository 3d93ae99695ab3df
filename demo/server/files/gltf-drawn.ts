import type { Words } from '../../../core/catalogue/words.ts'
import type { Scene } from './gltf.ts'
import { countOf, type Entry, entry, list, NUMBERS_OF } from './gltf-numbers.ts'

/** What a page can draw of one model, also on a machine without a graphics card. */
const MOST_VERTICES = 5_000_000
const MOST_DRAWS = 2000
const MOST_NODES = 20_000
const MOST_LIGHTS = 32
/** What animations play is read when a model is shown. */
const MOST_ANIMATED = 20_000_000
/** What pages may make of a model's numbers, whose bytes need not stand in the file. */
const MOST_NUMBERS = 64 * 2 ** 20
/** Numbers that stand in no file, as all are zero; and those of which a file says which are not. */
const MOST_ZEROS = 100_000
const MOST_SPARSE = 5_000_000

/** Common extensions that say how something looks, and never that more is drawn. */
const LOOKS =
  /^(KHR_materials_\w+|KHR_texture_\w+|KHR_lights_punctual|KHR_xmp\w*|KHR_animation_pointer|KHR_draco_mesh_compression|KHR_mesh_quantization|EXT_meshopt_compression|EXT_texture_\w+|EXT_materials_\w+|EXT_lights_\w+)$/
/** Extensions of all makers; those of one maker are shown by no page. */
const COMMON = /^(KHR|EXT)_/

/** Why a model is more than a page can draw; null for one that it can. */
export function drawsTooMuch(scene: Scene): Words | null {
  const unknown = extensionsIn(scene).find((name) => COMMON.test(name) && !LOOKS.test(name))
  if (unknown !== undefined)
    return { zh: `使用扩展 ${unknown}，暂不支持`, en: `uses the extension ${unknown}, which is not shown` }
  const drawn = new Drawn(scene)
  if (drawn.hasTooManyNumbers())
    return { zh: '层级过深或数据过多，无法显示', en: 'goes too deep, or makes too many numbers, to be drawn' }
  const { draws, vertices, nodes, lights, animated } = drawn.sums()
  if (draws > MOST_DRAWS || nodes > MOST_NODES || lights > MOST_LIGHTS)
    return {
      zh: `绘制对象过多（最多 ${MOST_DRAWS} 个网格、${MOST_NODES} 个节点、${MOST_LIGHTS} 个光源）`,
      en: `draws too many things (at most ${MOST_DRAWS} meshes, ${MOST_NODES} nodes and ${MOST_LIGHTS} lights)`,
    }
  // Whatever is no number is too much.
  if (!(vertices <= MOST_VERTICES)) return { zh: '绘制的顶点超过 500 万', en: 'draws more than 5 million vertices' }
  if (!(animated <= MOST_ANIMATED)) return { zh: '动画数据过多', en: 'has too many numbers in its animations' }
  return null
}

/** The names of all extensions that are declared or used. */
function extensionsIn(scene: Scene): string[] {
  const names = new Set<string>(list((scene as Entry).extensionsUsed).map(String))
  for (let level: unknown[] = [scene]; level.length > 0; ) {
    const next: unknown[] = []
    for (const value of level)
      for (const [key, inner] of Object.entries(entry(value))) {
        if (key === 'extras' || typeof inner !== 'object' || inner === null) continue
        if (key === 'extensions') for (const name of Object.keys(inner)) names.add(name)
        next.push(inner)
      }
    level = next
  }
  return [...names]
}

/** What is drawn: each mesh for each node that it is in, whatever they share. */
class Drawn {
  readonly #scene: Entry
  readonly #accessors: readonly Entry[]

  constructor(scene: Scene) {
    this.#scene = entry(scene)
    this.#accessors = list(this.#scene.accessors).map(entry)
  }

  hasTooManyNumbers(): boolean {
    let [all, zeros, sparse] = [0, 0, 0]
    for (const accessor of this.#accessors) {
      const numbers = countOf(accessor) * (NUMBERS_OF[String(accessor.type)] ?? 1)
      all += numbers
      if (accessor.bufferView !== undefined) continue
      if (accessor.sparse === undefined) zeros += numbers
      else sparse += numbers
    }
    return all > MOST_NUMBERS || zeros > MOST_ZEROS || sparse > MOST_SPARSE
  }

  sums(): { draws: number; vertices: number; nodes: number; lights: number; animated: number } {
    const nodes = list(this.#scene.nodes).map(entry)
    const meshes = list(this.#scene.meshes).map((mesh) => this.#meshOf(entry(mesh)))
    const sums = { draws: 0, vertices: 0, nodes: nodes.length, lights: 0, animated: this.#animated() }
    for (const { mesh, extensions } of nodes) {
      const drawn = meshes[Number(mesh ?? -1)]
      sums.draws += drawn?.draws ?? 0
      sums.vertices += drawn?.vertices ?? 0
      if (entry(extensions).KHR_lights_punctual !== undefined) sums.lights++
    }
    return sums
  }

  #meshOf(mesh: Entry): { draws: number; vertices: number } {
    const primitives = list(mesh.primitives).map(entry)
    return { draws: primitives.length, vertices: primitives.reduce((sum, one) => sum + this.#verticesOf(one), 0) }
  }

  /** Those that are drawn, and once more for each form that they may take. */
  #verticesOf({ attributes, indices, targets }: Entry): number {
    const vertices = this.#count(entry(attributes).POSITION)
    const drawn = Math.max(vertices, indices === undefined ? 0 : this.#count(indices))
    return drawn + list(targets).length * vertices
  }

  #animated(): number {
    let sum = 0
    for (const animation of list(this.#scene.animations).map(entry)) {
      const samplers = list(animation.samplers).map(entry)
      for (const channel of list(animation.channels).map(entry)) {
        const { input, output } = samplers[Number(channel.sampler ?? -1)] ?? {}
        sum += this.#count(input) + this.#count(output)
      }
    }
    return sum
  }

  #count(at: unknown): number {
    return countOf(this.#accessors[Number(at ?? -1)] ?? {})
  }
}
