import { describe, expect, test } from 'vitest'
import { glbOf, ModelError, type ModelFile, nodesOf, readModel } from './model-files.ts'
import { cubeFiles } from './test-cube.ts'

const [scene, bin, picture] = cubeFiles() as [ModelFile, ModelFile, ModelFile]
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

function fault(files: readonly ModelFile[]): string {
  try {
    readModel(files)
  } catch (error) {
    if (error instanceof ModelError) return `${error.fault} ${error.file}`.trim()
    throw error
  }
  return ''
}

describe('the files of a model', () => {
  test('the files of a model become one document that refers to nothing outside of it', () => {
    const { json, binary, pictures } = readModel([picture, scene, bin])
    expect(json.buffers).toEqual([{ byteLength: 840 }])
    expect(json.images).toEqual([{ uri: 'sg-picture:0' }])
    expect(binary.length).toBe(840)
    expect(pictures).toMatchObject([{ name: 'checkered grey.png', mime: 'image/png' }])
  })

  test('the files of a model are read the same as a glb with its picture inside', () => {
    const model = readModel([scene, bin, picture])
    const packed = glbOf({
      json: {
        ...model.json,
        buffers: [
          { byteLength: 840 },
          { uri: `data:application/octet-stream;base64,${picture.content}`, byteLength: 70 },
        ],
        bufferViews: [...(model.json.bufferViews ?? []), { buffer: 1, byteLength: 70 }],
        images: [{ bufferView: 4, mimeType: 'image/png' }],
      },
      binary: model.binary,
    })
    const again = readModel([{ name: 'cube.GLB', mime: '', content: base64(new Uint8Array(packed)) }])
    expect(again.binary.slice(0, 840)).toEqual(model.binary)
    expect(again.json.bufferViews?.at(-1)).toEqual({ buffer: 0, byteOffset: 840, byteLength: 70 })
    expect(again.pictures[0]?.bytes).toEqual(model.pictures[0]?.bytes.slice(0, 70))
  })

  test('the files of a model hold exactly one gltf or glb, and nothing twice', () => {
    expect(fault([bin, picture])).toBe('noScene')
    expect(fault([...cubeFiles(), { ...scene, name: 'other.glb' }])).toBe('manyScenes other.glb')
    expect(fault([...cubeFiles(), bin])).toBe('twice cube.bin')
  })

  test('the files of a model are named where one is missing or damaged', () => {
    expect(fault([scene, bin])).toBe('missing checkered grey.png')
    expect(fault([scene, picture])).toBe('missing cube.bin')
    expect(fault([scene, { ...bin, content: btoa('short') }, picture])).toBe('broken cube.bin')
    expect(fault([{ ...scene, content: btoa('{"nodes": ') }, bin, picture])).toBe('broken cube.gltf')
    expect(fault([{ ...scene, content: '%' }])).toBe('broken cube.gltf')
  })

  test('the files of a model come from the gallery alone', () => {
    const remote = (uri: string) => fault(cubeFiles({ images: [{ uri }] }))
    expect(remote('https://elsewhere.example/a.png')).toBe('remote https://elsewhere.example/a.png')
    expect(remote('//elsewhere.example/a.png')).toBe('remote //elsewhere.example/a.png')
    expect(remote('blob:https://x/1')).toMatch(/^remote/)
    expect(remote('../secret.png')).toBe('missing ../secret.png')
  })

  test('the files of a model are refused where a program would be needed that is not there', () => {
    expect(fault(cubeFiles({ extensionsRequired: ['KHR_draco_mesh_compression'] }))).toBe(
      'unreadable KHR_draco_mesh_compression',
    )
  })
})

test('the nodes of a model are listed by their names, each once', () => {
  expect(nodesOf(cubeFiles())).toEqual(['Body', 'Lid'])
  expect(nodesOf(cubeFiles({ nodes: [{ name: 'A' }, {}, { name: 'A' }] }))).toEqual(['A'])
})
