import { Loader, LoadingManager, type Mesh, type Object3D, Texture } from 'three'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { glbOf, ModelError, type ModelPicture, PICTURE_SCHEME, type ReadModel } from './model-files.ts'

/** Decodes a model's pictures from its own bytes: nothing is fetched, so that a strict policy has nothing to forbid. */
class PictureLoader extends Loader<ImageBitmap> {
  /** By this the loader of models knows what it is handed. */
  readonly isImageBitmapLoader = true
  readonly bitmaps: ImageBitmap[] = []
  unread: string | null = null
  readonly #pictures: readonly ModelPicture[]

  constructor(manager: LoadingManager, pictures: readonly ModelPicture[]) {
    super(manager)
    this.#pictures = pictures
  }

  override load(url: string, onLoad: (bitmap: ImageBitmap) => void, _: unknown, onError?: (error: unknown) => void) {
    const picture = this.#pictures[Number(url.slice(PICTURE_SCHEME.length))]
    const { bytes, mime: type, name } = picture ?? { bytes: new Uint8Array(0), mime: '', name: url }
    createImageBitmap(new Blob([bytes], { type }), { colorSpaceConversion: 'none', premultiplyAlpha: 'none' }).then(
      (bitmap) => {
        this.bitmaps.push(bitmap)
        onLoad(bitmap)
      },
      (error) => {
        this.unread ??= name
        onError?.(error)
      },
    )
  }
}

export interface LoadedModel {
  readonly root: Object3D
  /** By the names of the document; several nodes may share one. */
  readonly nodes: ReadonlyMap<string, readonly Object3D[]>
  readonly bitmaps: readonly ImageBitmap[]
}

/** Builds what is drawn from a model's files. Throws a `ModelError`. */
export async function loadModel(model: ReadModel): Promise<LoadedModel> {
  const manager = new LoadingManager()
  const pictures = new PictureLoader(manager, model.pictures)
  manager.addHandler(new RegExp(`^${PICTURE_SCHEME}`), pictures)
  const loaded = await new GLTFLoader(manager).parseAsync(glbOf(model), '').catch((error: unknown) => {
    throw new ModelError('broken', error instanceof Error ? error.message.slice(0, 80) : '')
  })
  if (pictures.unread !== null) throw new ModelError('broken', pictures.unread)
  const nodes = new Map<string, Object3D[]>()
  loaded.scene.traverse((object) => {
    const at = loaded.parser.associations.get(object)?.nodes
    const name = at === undefined ? undefined : model.json.nodes?.[at]?.name
    if (name) nodes.set(name, [...(nodes.get(name) ?? []), object])
  })
  return { root: loaded.scene, nodes, bitmaps: pictures.bitmaps }
}

/** Frees what the graphics card holds of it. */
export function disposeModel({ root, bitmaps }: LoadedModel): void {
  root.traverse((object) => {
    const { geometry, material } = object as Partial<Mesh>
    geometry?.dispose()
    for (const one of [material ?? []].flat()) {
      for (const held of Object.values(one)) if (held instanceof Texture) held.dispose()
      one.dispose()
    }
  })
  for (const bitmap of bitmaps) bitmap.close()
}
