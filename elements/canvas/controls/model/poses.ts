import { type Color, type Material, type Mesh, type Object3D, Quaternion, Vector3 } from 'three'
import type { LoadedModel } from './load-model.ts'
import type { NodeLook } from './parts.ts'

/** Red, green and blue of a document's colour, 0 to 255; null where it is none. */
export type ToRgb = (colour: string) => readonly [r: number, g: number, b: number] | null

interface Pose {
  readonly position: Vector3
  readonly quaternion: Quaternion
  readonly visible: boolean
}
interface Painted {
  readonly own: Material | Material[]
  readonly instead: (Material & { color?: Color })[]
}

const AXES = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)]
const REST: NodeLook = { colour: null, visible: true, rotate: [0, 0, 0], move: [0, 0, 0] }

const hasMaterial = (object: Object3D): object is Mesh => 'material' in object

/** Nodes as the model has them, and as they are shown. */
export class Poses {
  readonly #poses = new Map<Object3D, Pose>()
  readonly #painted = new Map<Mesh, Painted>()
  readonly #model: LoadedModel

  constructor(model: LoadedModel) {
    this.#model = model
  }

  /** Shows these nodes otherwise, and all others as they are. Gives the names of nodes that there are none of. */
  set(looks: ReadonlyMap<string, NodeLook>, toRgb: ToRgb): string[] {
    const colours = new Map<Object3D, readonly [number, number, number]>()
    for (const [name, objects] of this.#model.nodes) {
      const look = looks.get(name)
      const rgb = look?.colour ? toRgb(look.colour) : null
      for (const object of objects) {
        if (look || this.#poses.has(object)) this.#place(object, look ?? REST)
        if (rgb) colours.set(object, rgb)
      }
    }
    this.#paint(this.#model.root, colours, null)
    return [...looks.keys()].filter((name) => !this.#model.nodes.has(name))
  }

  #place(object: Object3D, { visible, move, rotate }: NodeLook): void {
    const { position, quaternion } = object
    const pose = this.#poses.get(object) ?? {
      position: position.clone(),
      quaternion: quaternion.clone(),
      visible: object.visible,
    }
    this.#poses.set(object, pose)
    object.visible = pose.visible && visible
    position.copy(pose.position).add(new Vector3(...move))
    quaternion.copy(pose.quaternion)
    AXES.forEach((axis, at) => {
      quaternion.multiply(new Quaternion().setFromAxisAngle(axis, ((rotate[at] ?? 0) * Math.PI) / 180))
    })
  }

  /** A node's colour is that of all within it that has none of its own. */
  #paint(
    object: Object3D,
    colours: ReadonlyMap<Object3D, readonly [number, number, number]>,
    outer: readonly [number, number, number] | null,
  ): void {
    const rgb = colours.get(object) ?? outer
    if (hasMaterial(object)) {
      if (rgb) this.#colour(object, rgb)
      else this.#uncolour(object)
    }
    for (const child of object.children) this.#paint(child, colours, rgb)
  }

  #colour(mesh: Mesh, [r, g, b]: readonly [number, number, number]): void {
    let painted = this.#painted.get(mesh)
    if (!painted) {
      // Materials are shared between nodes: the others keep their colour.
      const own = mesh.material
      painted = { own, instead: [own].flat().map((material) => material.clone()) }
      this.#painted.set(mesh, painted)
      mesh.material = Array.isArray(own) ? painted.instead : (painted.instead[0] as Material)
    }
    for (const material of painted.instead) material.color?.setRGB(r / 255, g / 255, b / 255, 'srgb')
  }

  #uncolour(mesh: Mesh): void {
    const painted = this.#painted.get(mesh)
    if (!painted) return
    mesh.material = painted.own
    for (const material of painted.instead) material.dispose()
    this.#painted.delete(mesh)
  }

  dispose(): void {
    for (const mesh of [...this.#painted.keys()]) this.#uncolour(mesh)
  }
}
