import { describe, expect, test } from 'vitest'
import { gif, gltf, jpeg, png, svg, triangle } from '../../../tests/server/files.ts'
import { occupyThreads } from '../../../tests/server/occupied-threads.ts'
import { WrongField } from '../http/field-errors.ts'
import { checkFiles } from './check-files.ts'
import type { SentFile } from './checked-files.ts'
import { checkUpload } from './uploads.ts'

const file = (name: string, bytes: Buffer): SentFile => ({ name, bytes })
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason) => reason,
  )
  if (!(error instanceof WrongField)) throw error ?? new Error('it was taken')
  const [field] = error.in('en').fields
  return `${error.code} ${field?.field} ${field?.message}`
}

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

describe('a symbol', () => {
  const cleaned = async (inner: string, root = '') => {
    const { files } = await checkFiles('symbol', [file('x.svg', svg(inner, root))])
    return files[0]?.content.toString()
  }

  test('a symbol keeps its drawing elements', async () => {
    const inner =
      '<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient></defs><g transform="scale(2)"><path d="M0 0L1 1" fill="url(#a)" style="stroke:#fff"/><text x="1">A &amp; B</text></g>'
    expect(await cleaned(inner)).toBe(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">${inner}</svg>`)
    expect(await checkFiles('symbol', [file('x', svg(''))])).toMatchObject({ width: 20, height: 10 })
  })

  test.each([
    ['a script', '<script>alert(1)</script><script href="x.js"/>'],
    [
      'another language',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x"/></body></foreignObject>',
    ],
    ['what runs at an event', '<path onload="alert(1)" onclick="x()"/>'],
    ['a picture from elsewhere', '<image href="https://evil.example/x.png"/><feImage href="//evil.example"/>'],
    [
      'a part of another file',
      '<use href="https://evil.example/x.svg#a"/><use xlink:href="x.svg#a" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
    ],
    ['an address in a style', '<path style="fill:url(https://evil.example)"/><path fill="url( \'//evil.example\')"/>'],
    [
      'an address hidden in a style',
      '<path style="fill:u\\72l(//evil.example)"/><path style="fill:ur/**/l(//evil.example)"/>',
    ],
    [
      'an address by another name',
      '<path mask=\'image-set("https://evil.example/x.png" 1x)\'/><path fill="src( &quot;//evil.example&quot;)"/>',
    ],
    ['a sheet that loads', '<style>@import "https://evil.example"; .a{fill:url(https://evil.example)}</style>'],
    ['a link that runs', '<a href="javascript:alert(1)"><desc>x</desc></a><path fill="java\tscript:alert(1)"/>'],
    [
      'an animation that turns a link',
      '<set attributeName="href" to="javascript:alert(1)"/><animate attributeName="d"/>',
    ],
    ['another namespace', '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'],
    ['an instruction', '<?xml-stylesheet href="https://evil.example/x.css"?>'],
  ])('a symbol loses %s', async (_what, inner) => {
    expect(await cleaned(inner)).not.toMatch(/script|evil|alert|onload|onclick|<image|<set|<animate|foreign|import/i)
  })

  test.each([
    ['comments without an end', `<style>${'/* '.repeat(330_000)}</style>`],
    ['comments in an attribute', `<path style="${'/* '.repeat(330_000)}"/>`],
    ['addresses without an end', `<path fill="${'url('.repeat(240_000)}"/>`],
    ['blanks behind a word', `<style>${'url src '.repeat(20)}${' '.repeat(900_000)}</style>`],
  ])('a symbol is checked completely, whatever it is filled with: %s', async (_what, inner) => {
    expect(await cleaned(inner)).toSatisfy((text: string) => !/url\(|\/\*/.test(text))
  })

  test('a symbol loses comments, and text that could be read as none', async () => {
    const inner = '<style>.a{fill:red}/* one *//* two */.b{fill:blue}</style><path style="fill:red;/* open"/>'
    expect(await cleaned(inner)).toContain('<style>.a{fill:red}  .b{fill:blue}</style><path/>')
  })

  test('a symbol keeps a style that refers to its own parts', async () => {
    expect(await cleaned('<style>/* Made by */ g > .a{fill:url(#g)}</style>')).toContain(
      'g &gt; .a{fill:url(#g)}</style>',
    )
  })

  test('a symbol with a DOCTYPE, without SVG, or broken is refused', async () => {
    for (const text of [
      '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
      '<svg/>',
      '<html xmlns="http://www.w3.org/1999/xhtml"/>',
      '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>',
      '<svg xmlns="http://www.w3.org/2000/svg">&nbsp;</svg>',
      '',
      'x',
    ])
      expect(await refusal(checkFiles('symbol', [file('x.svg', Buffer.from(text))]))).toMatch(/^(201801|114006)/)
  })

  test('a symbol that multiplies itself is refused', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(10)}</g>`)
    expect(await refusal(checkFiles('symbol', [file('x', svg(`<g id="g0"><path/></g>${rows.join('')}`))]))).toContain(
      'too many',
    )
    expect(await refusal(checkFiles('symbol', [file('x', svg('<g id="a"><use href="#a"/></g>'))]))).toContain(
      'uses itself',
    )
    const chain = Array.from({ length: 5000 }, (_, i) => `<use id="u${i}" href="#u${i + 1}"/>`).join('')
    expect(await refusal(checkFiles('symbol', [file('x', svg(chain))]))).toContain('too deeply')
    expect(await refusal(checkFiles('symbol', [file('x', svg('<g>'.repeat(80) + '</g>'.repeat(80)))]))).toContain(
      'too many',
    )
    expect(await refusal(checkFiles('symbol', [file('x', svg('<g/>'.repeat(20_001)))]))).toContain('too many')
  })

  test.each([
    ['masks', 'mask', (id: string) => `mask="url(#${id})"`],
    ['clips', 'clipPath', (id: string) => `style="clip-path: url(#${id})"`],
    ['patterns', 'pattern', (id: string) => `fill="url('#${id}')"`],
    ['filters', 'filter', (id: string) => `class="${id}"`],
  ])('a symbol whose %s multiply each other is refused', async (_what, tag, names) => {
    const levels = Array.from(
      { length: 6 },
      (_, i) => `<${tag} id="p${i}">${`<rect ${names(`p${i + 1}`)}/>`.repeat(9)}</${tag}>`,
    )
    const rules = Array.from({ length: 7 }, (_, i) => `.p${i}{filter:url(#p${i})}`).join('')
    const all = `<style>${rules}</style><defs>${levels.join('')}<${tag} id="p6"><rect/></${tag}></defs><rect ${names('p0')}/>`
    expect(await refusal(checkFiles('symbol', [file('x', svg(all))]))).toContain('too many')
    const one = `<defs><${tag} id="p0"><rect/></${tag}></defs>${`<rect ${names('p0')}/>`.repeat(500)}`
    expect((await checkFiles('symbol', [file('x', svg(one))])).files).toHaveLength(1)
  })

  test('a symbol with a mask that is masked by itself is refused, also by a style for every element', async () => {
    for (const inner of [
      '<mask id="a"><rect mask="url(#a)"/></mask>',
      '<style>rect{mask:url(#a)}</style><mask id="a"><rect/></mask>',
    ])
      expect(await refusal(checkFiles('symbol', [file('x', svg(inner))]))).toContain('uses itself')
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
      '201801 files.0 a.gltf goes too deep',
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
