import type { ModelFile } from './model-files.ts'

/** 4 by 4 px of two light greys. */
const CHECKERED =
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAGUlEQVR4nGM4ceLEs2fPICQDnAUkGXDKAAAYkChRgeuT2AAAAABJRU5ErkJggg=='

const SIDES = [
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
  [2, 1],
  [2, -1],
] as const
const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const

/** A cube of four corners a side, each with its normal and its place on the picture; then the triangles' indices. */
function cubeBytes(): Uint8Array<ArrayBuffer> {
  const corners = SIDES.flatMap(([axis, side]) =>
    CORNERS.map(([u, v]) => {
      const place = [0, 0, 0]
      const normal = [0, 0, 0]
      place[axis] = side / 2
      normal[axis] = side
      place[(axis + 1) % 3] = (u * side) / 2
      place[(axis + 2) % 3] = v / 2
      return { place, normal, at: [(u + 1) / 2, (v + 1) / 2] }
    }),
  )
  const numbers = [
    ...corners.flatMap(({ place }) => place),
    ...corners.flatMap(({ normal }) => normal),
    ...corners.flatMap(({ at }) => at),
  ]
  const indices = SIDES.flatMap((_, side) => [0, 1, 2, 0, 2, 3].map((corner) => side * 4 + corner))
  const bytes = new Uint8Array(numbers.length * 4 + indices.length * 2)
  bytes.set(new Uint8Array(new Float32Array(numbers).buffer))
  bytes.set(new Uint8Array(new Uint16Array(indices).buffer), numbers.length * 4)
  return bytes
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const DOCUMENT = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0, 1] }],
  nodes: [
    { name: 'Body', mesh: 0, translation: [0, -0.25, 0] },
    { name: 'Lid', mesh: 0, translation: [0, 0.6, 0], scale: [1, 0.3, 1] },
  ],
  meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2 }, indices: 3, material: 0 }] }],
  materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0, roughnessFactor: 1 } }],
  textures: [{ source: 0 }],
  images: [{ uri: 'checkered%20grey.png' }],
  buffers: [{ uri: 'cube.bin', byteLength: 840 }],
  bufferViews: [
    { buffer: 0, byteOffset: 0, byteLength: 288 },
    { buffer: 0, byteOffset: 288, byteLength: 288 },
    { buffer: 0, byteOffset: 576, byteLength: 192 },
    { buffer: 0, byteOffset: 768, byteLength: 72 },
  ],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 24, type: 'VEC3', min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, 0.5] },
    { bufferView: 1, componentType: 5126, count: 24, type: 'VEC3' },
    { bufferView: 2, componentType: 5126, count: 24, type: 'VEC2' },
    { bufferView: 3, componentType: 5123, count: 36, type: 'SCALAR' },
  ],
}

/** A cube with a lid: a gltf, its numbers and its picture. `more` stands in its document instead. */
export const cubeFiles = (more: object = {}): ModelFile[] => [
  {
    name: 'cube.gltf',
    mime: 'model/gltf+json',
    content: base64(new TextEncoder().encode(JSON.stringify({ ...DOCUMENT, ...more }))),
  },
  { name: 'cube.bin', mime: 'application/octet-stream', content: base64(cubeBytes()) },
  { name: 'checkered grey.png', mime: 'image/png', content: CHECKERED },
]
