import { describe, expect, test } from 'vitest'
import { gif, gltf, jpeg, png, svg, triangle } from '../../../tests/server/files.ts'
import { occupyThreads } from '../../../tests/server/occupied-threads.ts'
import { file, refusal } from '../../../tests/server/sent-files.ts'
import { checkFiles } from './check-files.ts'
import type { SentFile } from './checked-files.ts'
import { checkUpload } from './uploads.ts'

describe('a picture', () => {
  test.each([
    ['png', png(), 'image/png', 4, 3],
    ['gif', gif(12, 7), 'image/gif', 12, 7],
    ['jpeg behind a look-alike', jpeg(300, 200), 'image/jpeg', 300, 200],
  ])('a picture is recognised by its bytes: %s', async (_name, bytes, mime, width, height) => {
    expect(await checkFiles('picture', [file('x.bin', bytes)])).toMatchObject({ mime, width, height })
  })

  test('a picture of an unknown format is refused, whatever its name says', async () => {
    for (const bytes of [svg('<path d="M0 0"/>'), Buffer.from('GIF89a'), Buffer.from('<html>'), png().subarray(0, 20)])
      expect(await refusal(checkFiles('picture', [file('x.png', bytes)]))).toMatch(/^201801 files\.0 is no PNG/)
  })

  test('a picture that needs gigabytes in a browser is refused', async () => {
    expect(await refusal(checkFiles('picture', [file('x.png', png(1, 1, [30_000, 30_000]))]))).toContain('25 million')
  })

  test('a picture that is empty or too large is refused', async () => {
    expect(await refusal(checkFiles('picture', [file('x.png', Buffer.alloc(0))]))).toBe('114006 files.0 is empty')
    expect(
      await refusal(checkFiles('picture', [file('x.png', Buffer.concat([png(), Buffer.alloc(1 << 20)]))])),
    ).toContain('1 MB at most')
  })
})

describe('a group of controls', () => {
  const control = { control_id: 'a', kind: 'text', x: 0, y: 0, width: 10, height: 10, props: { text: 'A' } }
  const group = { width: 10.4, height: 20, controls: [control], later: { is: 'kept' } }

  test('a group of controls is stored unchanged', async () => {
    const checked = await checkFiles('group', [file('x.json', Buffer.from(JSON.stringify(group)))])
    expect(checked).toMatchObject({ mime: 'application/json', width: 10, height: 20 })
    expect(JSON.parse(String(checked.files[0]?.content))).toEqual(group)
  })

  test('an invalid or endlessly nested group of controls is refused', async () => {
    const deep = `{"width":1,"height":1,"controls":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const merged = `{"width":1,"height":1,"controls":[{"kind":"x","control_id":"a","x":0,"y":0,"width":1,"height":1}],"__proto__":{}}`
    for (const text of [
      '[]',
      '{}',
      'x',
      merged,
      '{"width":1,"height":1,"controls":[]}',
      '{"controls":[{"kind":"x"}]}',
      deep,
    ])
      expect(await refusal(checkFiles('group', [file('x', Buffer.from(text))]))).toMatch(/^201801 files\.0/)
  })
})

describe('a model', () => {
  const bin = file('box.bin', triangle())
  const large = { attributes: { POSITION: 0 } }
  const drawing = (more: object) =>
    gltf('box.bin', {
      meshes: [{ primitives: [large] }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 100_000, type: 'VEC3' },
        { bufferView: 1, componentType: 5123, count: 3, type: 'SCALAR' },
        { bufferView: 1, componentType: 5123, count: 6_000_000, type: 'SCALAR' },
      ],
      ...more,
    })

  test('a model with a scene and its parts is stored, the scene first', async () => {
    const { files, mime } = await checkFiles('model', [bin, file('box.gltf', gltf('box.bin'))])
    expect(mime).toBe('model/gltf+json')
    expect(files.map(({ name, mime }) => `${name} ${mime}`)).toEqual([
      'box.gltf model/gltf+json',
      'box.bin application/octet-stream',
    ])
  })

  test('a model can contain its bytes, and have blanks in a name', async () => {
    const inline = gltf(`data:application/octet-stream;base64,${triangle().toString('base64')}`)
    expect((await checkFiles('model', [file('a.gltf', inline)])).files).toHaveLength(1)
    const parts = [file('a.gltf', gltf('my%20box.bin')), file('my box.bin', triangle())]
    expect((await checkFiles('model', parts)).files).toHaveLength(2)
  })

  test.each<[string, SentFile[], string]>([
    ['without a scene', [bin], '114010 files'],
    [
      'with two scenes',
      [file('a.gltf', gltf('box.bin')), file('b.glb', gltf('box.bin')), bin],
      '201801 files.1 b.glb is a second',
    ],
    [
      'with a part twice',
      [file('a.gltf', gltf('box.bin')), bin, file('BOX.bin', triangle())],
      '201801 files.2 BOX.bin is there twice',
    ],
    ['with a missing part', [file('a.gltf', gltf('box2.bin')), bin], '201801 files.0 a.gltf lacks box2.bin'],
    [
      'with something else in it',
      [file('a.gltf', gltf('box.bin')), bin, file('x.exe', bin.bytes)],
      '201801 files.2 x.exe is no gltf',
    ],
    [
      'with a part in another folder',
      [file('a.gltf', gltf('box.bin')), file('../box.bin', bin.bytes)],
      '201801 files.1 has a name',
    ],
    [
      'with a false picture',
      [file('a.gltf', gltf('box.bin')), bin, file('x.png', jpeg(1, 1))],
      '201801 files.2 x.png is not what',
    ],
    [
      'from elsewhere',
      [file('a.gltf', gltf('https://evil.example/x.bin'))],
      '201801 files.0 a.gltf refers to something outside',
    ],
    [
      'from a folder above',
      [file('a.gltf', gltf('..%2Fbox.bin')), bin],
      '201801 files.0 a.gltf refers to something outside',
    ],
    [
      'from a file of the server',
      [file('a.gltf', gltf('file:///etc/passwd'))],
      '201801 files.0 a.gltf refers to something outside',
    ],
    [
      'that is too large inside',
      [file('a.gltf', gltf(`data:;base64,${'A'.repeat(6_000_000)}`))],
      '201801 files.0 a.gltf holds inline data',
    ],
    ['that is no JSON', [file('a.gltf', Buffer.from('x'))], '201801 files.0 a.gltf is no glTF'],
    [
      'whose bytes are too few',
      [file('a.gltf', gltf('box.bin')), file('box.bin', Buffer.alloc(8))],
      '201801 files.0 a.gltf is not valid glTF',
    ],
    [
      'whose corners lie outside of its bytes',
      [file('a.gltf', gltf('box.bin', { bufferViews: [{ buffer: 0, byteLength: 4000 }] })), bin],
      '201801 files.0 a.gltf is not valid glTF',
    ],
    [
      'that needs what nobody shows',
      [file('a.gltf', gltf('box.bin', { extensionsRequired: ['KHR_draco_mesh_compression'] })), bin],
      '201801 files.0 a.gltf needs the extension',
    ],
    [
      'that makes more numbers than any page has room for',
      [
        file('a.gltf', gltf('box.bin', { accessors: [{ componentType: 5126, count: 100_000_000, type: 'VEC3' }] })),
        bin,
      ],
      '201801 files.0 a.gltf goes too deep, or makes too many numbers',
    ],
    [
      'that has more zeros than stand in any file',
      [file('a.gltf', gltf('box.bin', { accessors: [{ componentType: 5126, count: 40_000, type: 'VEC3' }] })), bin],
      '201801 files.0 a.gltf goes too deep, or makes too many numbers',
    ],
    [
      'that draws one mesh in many places',
      [file('a.gltf', drawing({ nodes: Array(2001).fill({ mesh: 0 }) })), bin],
      '201801 files.0 a.gltf draws too many things',
    ],
    [
      'that draws one shape many times',
      [file('a.gltf', drawing({ meshes: [{ primitives: Array(2001).fill(large) }] })), bin],
      '201801 files.0 a.gltf draws too many things',
    ],
    [
      'that draws many corners many times',
      [file('a.gltf', drawing({ nodes: Array(60).fill({ mesh: 0 }) })), bin],
      '201801 files.0 a.gltf draws more than 5 million vertices',
    ],
    [
      'that draws the same corners again and again',
      [file('a.gltf', drawing({ meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 2 }] }] })), bin],
      '201801 files.0 a.gltf draws more than 5 million vertices',
    ],
    [
      'that takes many forms',
      [
        file('a.gltf', drawing({ meshes: [{ primitives: [{ ...large, targets: Array(60).fill({ POSITION: 0 }) }] }] })),
        bin,
      ],
      '201801 files.0 a.gltf draws more than 5 million vertices',
    ],
    [
      'that draws a mesh at places of its own, whether it says so or not',
      [
        file(
          'a.gltf',
          drawing({
            nodes: [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 0 } } } }],
          }),
        ),
        bin,
      ],
      '201801 files.0 a.gltf uses the extension EXT_mesh_gpu_instancing',
    ],
    [
      'with an extension that nobody knows',
      [file('a.gltf', gltf('box.bin', { extensionsUsed: ['KHR_gaussian_splatting'] })), bin],
      '201801 files.0 a.gltf uses the extension KHR_gaussian_splatting',
    ],
    [
      'with many lights',
      [file('a.gltf', drawing({ nodes: Array(33).fill({ extensions: { KHR_lights_punctual: { light: 0 } } }) })), bin],
      '201801 files.0 a.gltf draws too many things',
    ],
    [
      'that plays the same over and over',
      [
        file(
          'a.gltf',
          drawing({
            animations: Array(200).fill({
              channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
              samplers: [{ input: 0, output: 0 }],
            }),
          }),
        ),
        bin,
      ],
      '201801 files.0 a.gltf has too many numbers in its animations',
    ],
    [
      'whose nodes stand in each other without end',
      [
        file(
          'a.gltf',
          gltf('box.bin', { nodes: Array.from({ length: 100_000 }, (_, at) => ({ children: [at + 1] })) }),
        ),
        bin,
      ],
      '201801 files.0 a.gltf goes too deep',
    ],
    [
      'whose document is nested without end',
      [file('a.gltf', Buffer.from(`{"asset":{"version":"2.0"},"extras":${'['.repeat(5000)}${']'.repeat(5000)}}`)), bin],
      '201801 files.0 a.gltf goes too deep',
    ],
  ])('a model with %s is refused by name', async (_what, files, words) => {
    expect(await refusal(checkFiles('model', files))).toContain(words)
  })
})

describe('what a model fills of the view', () => {
  /** A model of these corners, each a place of three numbers, drawn in this order. */
  const solid = (places: readonly number[], order: readonly number[], more: object = {}, primitive: object = {}) => {
    const [numbers, indices] = [
      Buffer.from(new Float32Array(places).buffer),
      Buffer.from(new Uint16Array(order).buffer),
    ]
    const bytes = Buffer.concat([numbers, indices, Buffer.alloc(indices.length % 4)])
    const side = (of: (...numbers: number[]) => number) =>
      [0, 1, 2].map((n) => Math.fround(of(...places.filter((_, at) => at % 3 === n))))
    const uri = `data:application/octet-stream;base64,${bytes.toString('base64')}`
    return file(
      'a.gltf',
      gltf(uri, {
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, ...primitive }] }],
        buffers: [{ uri, byteLength: bytes.length }],
        bufferViews: [
          { buffer: 0, byteLength: numbers.length, byteStride: 12, target: 34962 },
          { buffer: 0, byteOffset: numbers.length, byteLength: indices.length },
        ],
        accessors: [
          {
            bufferView: 0,
            componentType: 5126,
            count: places.length / 3,
            type: 'VEC3',
            min: side(Math.min),
            max: side(Math.max),
          },
          { bufferView: 1, componentType: 5123, count: order.length, type: 'SCALAR' },
        ],
        ...more,
      }),
    )
  }
  const again = (order: readonly number[], times: number) => Array.from({ length: times }, () => order).flat()
  const square = [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]
  const sides = [0, 1, 2, 0, 2, 3]
  const speck = [...square, 0, 0, 0, 0.02, 0, 0, 0, 0.02, 0]
  const nodes = (count: number, more: object = {}) => ({
    nodes: Array(count).fill({ mesh: 0, ...more }),
    scenes: [{ nodes: Array.from({ length: count }, (_, at) => at) }],
  })
  const material = (extension: string) => ({
    materials: [{ extensions: { [extension]: {} } }],
    extensionsUsed: [extension],
  })
  const tube = () => {
    const places: number[] = []
    const order: number[] = []
    for (let i = 0; i < 250; i++)
      for (let j = 0; j < 250; j++) {
        const [a, b] = [(i / 250) * 2 * Math.PI, (j / 250) * 2 * Math.PI]
        places.push((1 + 0.2 * Math.cos(b)) * Math.cos(a), (1 + 0.2 * Math.cos(b)) * Math.sin(a), 0.2 * Math.sin(b))
        const [at, next, beside] = [i * 250 + j, ((i + 1) % 250) * 250 + j, i * 250 + ((j + 1) % 250)]
        order.push(at, next, beside, beside, next, ((i + 1) % 250) * 250 + ((j + 1) % 250))
      }
    return solid(places, order)
  }

  test.each<[string, () => SentFile]>([
    ['one surface', () => solid(square, sides)],
    ['some surfaces over each other', () => solid(square, again(sides, 40))],
    ['a part as small as a bolt', () => solid(speck, again([4, 5, 6], 1000))],
    ['a hundred thousand small triangles', tube],
    [
      'many places that are far from each other',
      () => {
        const apart = nodes(400)
        const nodesApart = apart.nodes.map((node, at) => ({
          ...node,
          translation: [(at % 20) * 2, Math.floor(at / 20) * 2, 0],
        }))
        return solid(square, sides, { ...apart, nodes: nodesApart })
      },
    ],
    ['lines', () => solid(square, again([0, 2], 500), {}, { mode: 1 })],
    ['forms that it does not have by itself', () => solid(square, sides, {}, { targets: [{ POSITION: 0 }] })],
  ])('a model is taken with %s', async (_what, model) => {
    expect((await checkFiles('model', [model()])).files).toHaveLength(1)
  })

  test.each<[string, () => SentFile]>([
    ['one surface again and again', () => solid(square, again(sides, 5000))],
    ['a strip that turns about itself', () => solid(square, again([0, 1, 2], 5000), {}, { mode: 5 })],
    ['a fan that opens again and again', () => solid(square, [0, ...again([1, 2], 5000)], {}, { mode: 6 })],
    ['one speck again and again, which is seen from near by', () => solid(speck, again([4, 5, 6], 20_000))],
    ['one mesh in one place for many nodes', () => solid(square, sides, nodes(1000))],
    [
      'one mesh that nodes make larger than it is',
      () =>
        solid(
          square.map((one) => one / 1000),
          sides,
          nodes(1000, { scale: [1000, 1000, 1000] }),
        ),
    ],
    [
      'one mesh that a node within others holds',
      () => solid(square, again(sides, 500), { nodes: [{ children: [1], scale: [2, 2, 2] }, { mesh: 0 }] }),
    ],
    ['lines again and again', () => solid(square, again([0, 2], 200_000), {}, { mode: 1 })],
    [
      'surfaces that let light through',
      () => solid(square, again(sides, 150), material('KHR_materials_transmission'), { material: 0 }),
    ],
    [
      'a form that spreads what lies in one point',
      () =>
        solid([...Array(12).fill(0), ...square], again(sides, 5000), {
          meshes: [
            { primitives: [{ attributes: { POSITION: 0 }, indices: 1, targets: [{ POSITION: 2 }] }], weights: [1] },
          ],
          accessors: [
            { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [0, 0, 0] },
            { bufferView: 1, componentType: 5123, count: 30_000, type: 'SCALAR' },
            {
              bufferView: 0,
              byteOffset: 48,
              componentType: 5126,
              count: 4,
              type: 'VEC3',
              min: [-1, -1, 0],
              max: [1, 1, 0],
            },
          ],
        }),
    ],
  ])('a model is refused with %s', async (_what, model) => {
    expect(await refusal(checkFiles('model', [model()]))).toContain('a.gltf has too many surfaces over each other')
  })
})

test('an upload that cannot be checked within the limits of a thread has failed, and is not called invalid', async () => {
  const sent = [{ name: 'scene.gltf', content: 'e30=' }]
  expect(await refusal(checkUpload('model', sent, { tenant_id: 1 }, { ms: 1, heapMb: 512 }))).toMatch(
    /^114005 files\.0/,
  )
})

test('a symbol is checked while long work of others takes all threads', async () => {
  const end = occupyThreads('file')
  const sent = [{ name: 'a.svg', content: svg('<path d="M0 0"/>').toString('base64') }]
  expect((await checkUpload('symbol', sent, { tenant_id: 1 })).mime).toBe('image/svg+xml')
  await end()
})
