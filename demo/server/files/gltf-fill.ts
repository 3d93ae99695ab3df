import type { Words } from '../../../core/catalogue/words.ts'
import type { Scene } from './gltf.ts'
import { type Entry, entry, list, Numbers } from './gltf-numbers.ts'
import { Extent, View } from './gltf-view.ts'

/** What materials take of what a plain one does, as measured there. */
const UNLIT = 0.2
const PHYSICAL = 2
const TRANSMITTING = 3
const LIGHT = 0.08
const LINES = 1
const TRIANGLES = 4
const FAN = 6

const TOO_MUCH: Words = {
  zh: '重叠的面过多，无法流畅显示：请删除重复、隐藏的面，或拆分模型',
  en: 'has too many surfaces over each other to be drawn in time: take out repeated and hidden faces, or divide the model',
}

/** Why drawing a model would fill the view too often; null for one that does not. For a model that is valid. */
export function fillsTooMuch(scene: Scene, bytes: Buffer, parts: ReadonlyMap<string, Uint8Array>): Words | null {
  const fill = new Fill(scene, new Numbers(scene, bytes, parts))
  return fill.isTooMuch() ? TOO_MUCH : null
}

type Matrix = readonly number[]
const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

/** A mesh's primitive where a node has it. */
interface Drawn {
  primitive: Entry
  mesh: Entry
  node: Entry
  world: Matrix
}

class Fill {
  readonly #scene: Entry
  readonly #numbers: Numbers
  readonly #worlds = new Map<number, Matrix>()
  readonly #lights: number

  constructor(scene: Scene, numbers: Numbers) {
    this.#scene = entry(scene)
    this.#numbers = numbers
    const nodes = list(this.#scene.nodes).map(entry)
    this.#lights = nodes.filter(({ extensions }) => entry(extensions).KHR_lights_punctual !== undefined).length
  }

  isTooMuch(): boolean {
    const drawn = this.#drawn()
    const box = new Extent()
    for (const one of drawn) box.add(this.#positionsOf(one))
    const view = new View(box)
    for (const one of drawn) {
      if (!view.hasRoom) return true
      const { indices, mode } = one.primitive
      const corners = this.#numbers.of(indices)
      addTo(view, this.#positionsOf(one), corners, Number(mode ?? TRIANGLES), this.#weightOf(one.primitive))
    }
    return !view.hasRoom
  }

  /** What stands in the scene that pages show. */
  #drawn(): Drawn[] {
    const nodes = list(this.#scene.nodes).map(entry)
    const meshes = list(this.#scene.meshes).map(entry)
    const shown = entry(list(this.#scene.scenes)[Number(this.#scene.scene ?? 0)])
    const open = list(shown.nodes).map((at): [number, Matrix] => [Number(at), IDENTITY])
    const drawn: Drawn[] = []
    for (let next = open.pop(); next; next = open.pop()) {
      const [at, outer] = next
      const node = nodes[at]
      if (!node || this.#worlds.has(at)) continue
      const world = product(outer, matrixOf(node))
      this.#worlds.set(at, world)
      for (const child of list(node.children)) open.push([Number(child), world])
      const mesh = meshes[Number(node.mesh ?? -1)]
      for (const primitive of list(mesh?.primitives))
        if (mesh) drawn.push({ primitive: entry(primitive), mesh, node, world })
    }
    return drawn
  }

  #weightOf({ material }: Entry): number {
    const { extensions } = entry(list(this.#scene.materials)[Number(material ?? -1)])
    const names = Object.keys(entry(extensions))
    if (names.includes('KHR_materials_unlit')) return UNLIT
    const lit = LIGHT * this.#lights
    if (names.includes('KHR_materials_transmission')) return TRANSMITTING + lit
    return (names.some((name) => name.startsWith('KHR_materials_')) ? PHYSICAL : 1) + lit
  }

  /** Where its corners are in the scene, in the form that it has by itself. */
  #positionsOf({ primitive, mesh, node, world }: Drawn): Float64Array {
    const attributes = entry(primitive.attributes)
    const places = this.#numbers.of(attributes.POSITION) ?? new Float64Array(0)
    const weights = list(node.weights ?? mesh.weights)
    list(primitive.targets).forEach((target, at) => {
      const weight = Number(weights[at] ?? 0)
      const moves = weight === 0 ? null : this.#numbers.of(entry(target).POSITION)
      moves?.forEach((move, i) => {
        places[i] = (places[i] ?? 0) + weight * move
      })
    })
    const bones = node.skin === undefined ? null : this.#bonesOf(Number(node.skin))
    if (!bones) return moved(places, () => world)
    const joints = this.#numbers.of(attributes.JOINTS_0)
    const shares = this.#numbers.of(attributes.WEIGHTS_0)
    return moved(places, (i) => {
      const sum = new Array<number>(16).fill(0)
      for (let n = 4 * i; n < 4 * i + 4; n++) {
        const share = shares?.[n] ?? 0
        const bone = share === 0 ? undefined : bones[joints?.[n] ?? 0]
        if (bone) for (let k = 0; k < 16; k++) sum[k] = (sum[k] as number) + share * (bone[k] as number)
      }
      return sum
    })
  }

  #bonesOf(skin: number): Matrix[] {
    const { joints, inverseBindMatrices } = entry(list(this.#scene.skins)[skin])
    const inverse = this.#numbers.of(inverseBindMatrices)
    return list(joints).map((joint, at) => {
      const world = this.#worlds.get(Number(joint)) ?? IDENTITY
      return inverse ? product(world, [...inverse.subarray(16 * at, 16 * at + 16)]) : world
    })
  }
}

/** Hands a primitive's surfaces or lines to the view, as long as there is room in it. */
function addTo(view: View, places: Float64Array, corners: Float64Array | null, mode: number, weight: number): void {
  const count = corners ? corners.length : places.length / 3
  const corner = (i: number) => 3 * (corners ? (corners[i] as number) : i)
  if (mode < TRIANGLES) {
    for (let i = 0; i + 1 < count && view.hasRoom; i += mode === LINES ? 2 : 1)
      view.addLine(places, corner(i), corner(i + 1), weight)
    return
  }
  const step = mode === TRIANGLES ? 3 : 1
  for (let i = 0; i + 2 < count && view.hasRoom; i += step)
    view.addSurface(places, corner(mode === FAN ? 0 : i), corner(i + 1), corner(i + 2), weight)
}

/** Where an affine matrix, which stands column by column, puts places. */
function moved(places: Float64Array, matrixOf: (i: number) => Matrix): Float64Array {
  for (let i = 0; 3 * i + 2 < places.length; i++) {
    const m = matrixOf(i) as number[]
    const [x, y, z] = [places[3 * i] as number, places[3 * i + 1] as number, places[3 * i + 2] as number]
    for (let n = 0; n < 3; n++)
      places[3 * i + n] =
        (m[n] as number) * x + (m[4 + n] as number) * y + (m[8 + n] as number) * z + (m[12 + n] as number)
  }
  return places
}

function product(a: Matrix, b: Matrix): Matrix {
  return b.map((_, at) => {
    const [row, column] = [at % 4, at - (at % 4)]
    let sum = 0
    for (let n = 0; n < 4; n++) sum += (a[row + 4 * n] as number) * (b[column + n] as number)
    return sum
  })
}

function matrixOf(node: Entry): Matrix {
  const own = list(node.matrix).map(Number)
  if (own.length === 16) return own
  const numbers = (value: unknown, otherwise: number[]) =>
    (Array.isArray(value) ? value.map(Number) : otherwise) as [number, number, number, number]
  const [x, y, z, w] = numbers(node.rotation, [0, 0, 0, 1])
  const [a, b, c] = numbers(node.scale, [1, 1, 1])
  const [u, v, t] = numbers(node.translation, [0, 0, 0])
  const first = [a * (1 - 2 * (y * y + z * z)), a * 2 * (x * y + z * w), a * 2 * (x * z - y * w), 0]
  const second = [b * 2 * (x * y - z * w), b * (1 - 2 * (x * x + z * z)), b * 2 * (y * z + x * w), 0]
  const third = [c * 2 * (x * z + y * w), c * 2 * (y * z - x * w), c * (1 - 2 * (x * x + y * y)), 0]
  return [...first, ...second, ...third, u, v, t, 1]
}
