import { describe, expect, test } from 'vitest'
import { svg } from '../../../tests/server/files.ts'
import { file, refusal } from '../../../tests/server/sent-files.ts'
import { checkFiles } from './check-files.ts'

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
    expect(await cleaned(inner)).toContain('<style>.a{fill:red}.b{fill:blue}</style><path style="fill:red"/>')
  })

  test('a symbol keeps a style that refers to its own parts', async () => {
    const inner = '<style>/* Made by */ g > .a{fill:url(#g)}</style><linearGradient id="g"/>'
    expect(await cleaned(inner)).toContain('g&gt;.a{fill:url(#g)}</style>')
  })

  test('a symbol loses the DOCTYPE that old programs write', async () => {
    const kind = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    const text = `<?xml version="1.0"?>${kind}<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0L1 1"/></svg>`
    const { files } = await checkFiles('symbol', [file('x.svg', Buffer.from(text))])
    expect(files[0]?.content.toString()).toMatch(/^<svg [^>]*><path d="M0 0L1 1"\/><\/svg>$/)
  })

  test('a symbol that defines entities, without SVG, or broken is refused', async () => {
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

  test.each([
    [
      'a clip of outlines that cross each other',
      (n: number) =>
        `<clipPath id="c"><path d="M0 0${'L9 1L1 9'.repeat(n)}"/><rect width="9" height="9"/></clipPath><rect width="9" height="9" clip-path="url(#c)"/>`,
      10,
      200,
    ],
    [
      'names of fonts',
      (n: number) => Array.from({ length: n }, (_, i) => `<text font-family="f${i},g${i}">a</text>`).join(''),
      40,
      400,
    ],
    [
      'sizes of a font that it names',
      (n: number) =>
        `<g font-family="f,g,h">${Array.from({ length: n }, (_, i) => `<text font-size="1.${1000 + i}">a</text>`).join('')}</g>`,
      40,
      400,
    ],
    [
      'scales of a font that it names',
      (n: number) =>
        `<g font-family="f,g,h">${Array.from({ length: n }, (_, i) => `<text transform="scale(1.${1000 + i})">a</text>`).join('')}</g>`,
      40,
      400,
    ],
    [
      'uses of a text in a font that it names',
      (n: number) =>
        `<defs><text id="t" font-family="f,g,h">a</text></defs>${Array.from({ length: n }, (_, i) => `<use href="#t" transform="scale(1.${1000 + i})"/>`).join('')}`,
      40,
      400,
    ],
    [
      'uses that hand a font of theirs down to a text',
      (n: number) =>
        `<defs><g id="t"><text>a</text></g></defs><g font-family="f,g,h">${Array.from({ length: n }, (_, i) => `<use href="#t" font-size="1.${1000 + i}"/>`).join('')}</g>`,
      40,
      400,
    ],
    [
      'uses of uses that hand a font of theirs down to a text',
      (n: number) =>
        `<defs><text id="t">a</text><use id="u" href="#t"/></defs><g font-family="f,g,h">${Array.from({ length: n }, (_, i) => `<use href="#u" font-size="1.${1000 + i}"/>`).join('')}</g>`,
      40,
      400,
    ],
    [
      'uses of a symbol with a text in other sizes',
      (n: number) =>
        `<symbol id="t" viewBox="0 0 9 9"><text>a</text></symbol><g font-family="f,g,h">${Array.from({ length: n }, (_, i) => `<use href="#t" width="1.${1000 + i}" height="9"/>`).join('')}</g>`,
      40,
      400,
    ],
    [
      'unseen uses that hand a font of theirs down to a text',
      (n: number) =>
        `<defs><text id="t">a</text><g font-family="f,g,h">${Array.from({ length: n }, (_, i) => `<use href="#t" font-size="1.${1000 + i}"/>`).join('')}</g></defs>`,
      40,
      400,
    ],
    [
      'letters that are turned one by one and painted with a pattern',
      (n: number) =>
        `<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="4" height="9"/></pattern><text rotate="${Array.from({ length: n }, (_, i) => i).join(' ')}" fill="url(#p)"><tspan>${'g'.repeat(n)}</tspan></text>`,
      10,
      1000,
    ],
    [
      'letters with lines around them as wide as the picture',
      (n: number) => `<text stroke="red" stroke-width="99">${'g'.repeat(n)}</text>`,
      40,
      400,
    ],
    [
      'letters that a use draws wide lines around',
      (n: number) => `<defs><text id="t">${'g'.repeat(n)}</text></defs><use href="#t" stroke="red" stroke-width="99"/>`,
      40,
      400,
    ],
    [
      'dashes in a pattern',
      (n: number) =>
        `<g fill="none" stroke="#000" stroke-dasharray="${'.1 '.repeat(1300)}">${`<path d="M0 0${'L99 0L0 0'.repeat(6)}"/>`.repeat(n)}</g>`,
      1,
      40,
    ],
  ])('a symbol with many %s is refused, and with some it is taken', async (_what, inner, some, many) => {
    expect((await checkFiles('symbol', [file('x', svg(inner(some)))])).files).toHaveLength(1)
    expect(await refusal(checkFiles('symbol', [file('x', svg(inner(many)))]))).toContain('too costly')
  })

  test('a symbol with many labels in one font is taken, wherever they stand', async () => {
    const labels = Array.from(
      { length: 400 },
      (_, i) => `<text transform="translate(${i % 20} ${i / 20}) rotate(${i})" class="s">12</text>`,
    )
    const text = `<style>.s{font-family:Arial,Helvetica,sans-serif;font-size:.1px}</style>${labels.join('')}`
    expect((await checkFiles('symbol', [file('x', svg(text))])).files).toHaveLength(1)
  })

  test.each(['defs', 'title', 'symbol', 'clipPath', 'mask', 'pattern', 'marker'])(
    'a symbol is weighed with what is not drawn where it stands, for each use of it: %s',
    async (tag) => {
      const used = (n: number) => `<g id="a"><${tag}>${'<g/>'.repeat(n)}</${tag}></g>${'<use href="#a"/>'.repeat(100)}`
      expect((await checkFiles('symbol', [file('x', svg(used(10)))])).files).toHaveLength(1)
      expect(await refusal(checkFiles('symbol', [file('x', svg(used(200)))]))).toContain('too many')
      const doubled = (n: number) =>
        `<${tag}>${Array.from({ length: n }, (_, i) => `<g id="p${i}">${`<use href="#p${i + 1}"/>`.repeat(2)}</g>`).join('')}<g id="p${n}"/></${tag}>`
      expect((await checkFiles('symbol', [file('x', svg(doubled(8)))])).files).toHaveLength(1)
      expect(await refusal(checkFiles('symbol', [file('x', svg(doubled(50)))]))).toContain('too many')
      const circle = `<${tag}><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></${tag}>`
      expect(await refusal(checkFiles('symbol', [file('x', svg(circle))]))).toContain('uses itself')
    },
  )

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
    const one = `<defs><${tag} id="p0"><rect/></${tag}></defs>${`<rect ${names('p0')}/>`.repeat(60)}`
    expect((await checkFiles('symbol', [file('x', svg(one))])).files).toHaveLength(1)
  })

  const chain = (tag: string, reference: (at: number) => string, id = (at: number) => `p${at}`) => {
    const level = (at: number) =>
      `<${tag} id="${id(at)}">${`<rect width="9" height="9"${reference(at + 1)}/>`.repeat(9)}`
    const levels = Array.from({ length: 12 }, (_, at) => `${level(at)}</${tag}>`)
    return `<defs>${levels.join('')}<${tag} id="${id(12)}"><rect/></${tag}></defs><rect width="9" height="9"${reference(0)}/>`
  }
  const classes = (rule: (at: number) => string) =>
    `<style>${Array.from({ length: 13 }, (_, at) => rule(at)).join('')}</style>${chain('mask', (at) => ` class="c${at}"`)}`

  test.each([
    ['with a sign by its number', chain('mask', (at) => ` mask="url(#%70${at})"`)],
    ['with no end', chain('mask', (at) => ` mask="url(#p${at}"`)],
    ['by a variable', chain('mask', (at) => ` style="--m:url(#p${at});mask:var(--m)"`)],
    ['of a rule with a rule in it', classes((at) => `.c${at}{x{}mask:url(#p${at})}`)],
    ['of a rule in a rule', classes((at) => `.c${at}{&amp;{mask:url(#p${at})}}`)],
    ['behind a brace in quotes', classes((at) => `.c${at}{--x:"}";mask:url(#p${at})}`)],
    ['of a rule for what is no other', classes((at) => `.c${at}:not(.a,.zz){mask:url(#p${at})}`)],
    ['of a rule for media', classes((at) => `@media all{.c${at}{mask:url(#p${at})}}`)],
    ['with an escape', classes((at) => `.c${at}{mask:url(#\\70${at})}`)],
    ['beside another', chain('mask', (at) => ` mask="url(#p${at}),url(#p${at})"`)],
    ['that is inherited', chain('mask', () => ' mask="inherit"')],
    ['of a filter of its own', chain('mask', () => ' style="filter:blur(9px)"')],
    ['to no part', '<path mask="url(#none)" clip-path="url(#none)"/><use href="#none"/>'],
  ])('a symbol loses a reference %s', async (_what, inner) => {
    const kept = await cleaned(inner)
    expect(kept).not.toMatch(/url\(|var|blur|inherit|none/)
  })

  test('a symbol keeps parts by names that cannot be spelt in one way only under others', async () => {
    const inner =
      '<linearGradient id="未命名的渐变 1"/><linearGradient id="a" href="#未命名的渐变 1"/><path fill="url(\'#未命名的渐变 1\')"/><path id="a"/>'
    expect(await cleaned(inner)).toContain(
      '<linearGradient id="part-0"/><linearGradient id="a" href="#part-0"/><path fill="url(#part-0)"/><path/>',
    )
  })

  const zigzag = '0,0 1,1 '.repeat(200)
  const marked = (line: (at: number) => string) =>
    `<defs>${[0, 1, 2].map((at) => `<marker id="p${at}">${line(at + 1)}</marker>`).join('')}<marker id="p3"><rect/></marker></defs>${line(0)}`
  const all = 'width="20" height="10"'
  const noise = (points: number) =>
    `M0 0${Array.from({ length: points }, (_, at) => `L${(at * 7919) % 20} ${(at * 10_473) % 10}`).join('')}`
  const steps = (count: number) =>
    Array.from({ length: count }, (_, at) => `<feBlend in="r${at - 1}" in2="r${at - 1}" result="r${at}"/>`).join('')

  test.each([
    [
      'masks by names with blanks',
      chain(
        'mask',
        (at) => ` mask="url('#p ${at}')"`,
        (at) => `p ${at}`,
      ),
    ],
    [
      'patterns that a group hands down',
      chain('pattern', (at) => ` fill="url(#p${at})"`)
        .replaceAll('<rect', '<g><rect')
        .replaceAll('/>', '/></g>'),
    ],
    [
      'patterns around parts',
      `${Array.from(
        { length: 9 },
        (_, at) => `<g fill="url(#p${at + 1})"><pattern id="p${at}">${'<rect/>'.repeat(9)}</pattern></g>`,
      ).join('')}<pattern id="p9"><rect/></pattern><rect fill="url(#p0)"/>`,
    ],
    [
      'patterns that take the parts of others',
      `<pattern id="a">${'<rect/>'.repeat(90)}</pattern><pattern id="b" href="#a"/>${`<rect ${all} fill="url(#b)"/>`.repeat(9)}`,
    ],
    [
      'markers that a group hands down',
      marked((at) => `<g marker-mid="url(#p${at})"><polyline points="${zigzag}"/></g>`),
    ],
    [
      'markers that a use hands down',
      `${marked(() => `<polyline points="${zigzag}"/>`)}<polyline id="l" points="${zigzag.repeat(9)}"/><use href="#l" style="marker:url(#p0)"/>`,
    ],
    [
      'markers at numbers without blanks',
      marked((at) => `<path d="M0${'.1'.repeat(600)}" marker-mid="url(#p${at})"/>`),
    ],
    ['letters', `<defs><text id="q">${'abc '.repeat(5000)}</text></defs>${'<use href="#q"/>'.repeat(3000)}`],
    [
      'blanks that do not collapse',
      `<text id="q">${' '.repeat(5000)}x</text><g style="white-space:pre">${'<use href="#q"/>'.repeat(300)}</g>`,
    ],
    ['points', `<defs><path id="q" d="${noise(1000)}"/></defs>${'<use href="#q"/>'.repeat(3000)}`],
    ['points of one line', `<path d="${noise(100_000)}" stroke="red"/>`],
    [
      'blurs',
      `<filter id="f">${'<feGaussianBlur stdDeviation="30"/>'.repeat(300)}</filter>${`<rect ${all} filter="url(#f)"/>`.repeat(50)}`,
    ],
    [
      'blurs in each other',
      `<filter id="f"><feGaussianBlur stdDeviation="30"/></filter>${'<g filter="url(#f)">'.repeat(50)}<rect ${all}/>${'</g>'.repeat(50)}`,
    ],
    [
      'steps of a filter that go on from one twice',
      `<filter id="f">${steps(24)}</filter><rect ${all} filter="url(#f)"/>`,
    ],
    [
      'steps of a filter that are many',
      `<filter id="f"><feMerge>${'<feMergeNode/>'.repeat(3000)}</feMerge></filter><rect ${all} filter="url(#f)"/>`,
    ],
    ['dashes', '<path d="M0 0H1e7" stroke="red" stroke-dasharray="1e-3"/>'],
    ['wide dashes', '<style>path{stroke-dasharray:.001;stroke-width:9}</style><path d="M0 0H20" stroke="red"/>'],
    ['layers', `${'<g opacity=".5">'.repeat(50)}<rect ${all}/><rect ${all}/>${'</g>'.repeat(50)}`.repeat(2)],
    ['surfaces', `<rect ${all} fill-opacity=".5"/>`.repeat(2000)],
    [
      'surfaces of a narrow picture',
      `<svg viewBox="0 0 1 9999" preserveAspectRatio="none">${`<rect ${all}/>`.repeat(2000)}</svg>`,
    ],
    ['gradients', `<linearGradient id="g"/><style>rect{fill:url(#g)}</style>${`<rect ${all}/>`.repeat(400)}`],
  ])('a symbol that takes long to draw is refused: %s', async (_what, inner) => {
    expect(await refusal(checkFiles('symbol', [file('x', svg(inner))]))).toMatch(/too many|uses itself|too deeply/)
  })

  test('a symbol loses measures that browsers would read otherwise', async () => {
    expect(
      await cleaned('<g transform="scale(.001 1 1)"/><g transform="scale(.001)x"/><g transform="scale(1%)"/>'),
    ).toContain('<g/><g/><g/>')
    expect(await cleaned('<svg viewBox="0 0 1e6 1e6x"/><g transform="translate(1-2), scale(2)"/>')).toContain(
      '<svg/><g transform="translate(1 -2) scale(2)"/>',
    )
  })

  test('a symbol as drawing programs write it is drawn as before', async () => {
    const illustrator =
      '<style type="text/css"><![CDATA[ .st0{fill:#FFFFFF;stroke:#231F20;stroke-miterlimit:10;} .st1{clip-path:url(#SVGID_2_);fill:url(#SVGID_1_);} .st2{font-family:\'MyriadPro-Regular\';font-size:12px;} ]]></style><linearGradient id="SVGID_1_" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="9" y2="0"><stop offset="0" style="stop-color:#FFF"/><stop offset="1" style="stop-color:#000"/></linearGradient><clipPath id="SVGID_2_"><rect width="9" height="9"/></clipPath><g transform="matrix(1 0 0 1 2 3)">'
    const drawn = `${'<path class="st0" d="M1.5.5c.2-.1.4 0 .5.2z"/>'.repeat(1000)}${'<path class="st1" d="M1 1h1v1z"/>'.repeat(100)}<text class="st2">泵 P-101</text></g>`
    const kept = await cleaned(illustrator + drawn)
    expect(kept).toContain(drawn)
    expect(kept).toContain(
      ".st0{fill:#FFFFFF;stroke:#231F20;stroke-miterlimit:10}.st1{clip-path:url(#SVGID_2_);fill:url(#SVGID_1_)}.st2{font-family:'MyriadPro-Regular';font-size:12px}",
    )
    const shadow =
      '<filter id="s" x="-20%" y="-20%" width="140%" height="140%"><feDropShadow dx="1" dy="1" stdDeviation="1" flood-opacity=".3"/></filter><rect x="1" y="1" width="5" height="5" rx="1" style="fill:#0000ff;fill-opacity:1;stroke:none;filter:url(#s)"/>'
    expect(await cleaned(shadow)).toContain(shadow)
  })

  test('a symbol with a mask that is masked by itself is refused, also by a style for every element', async () => {
    for (const inner of [
      '<mask id="a"><rect mask="url(#a)"/></mask>',
      '<style>rect{mask:url(#a)}</style><mask id="a"><rect/></mask>',
    ])
      expect(await refusal(checkFiles('symbol', [file('x', svg(inner))]))).toContain('uses itself')
  })
})
