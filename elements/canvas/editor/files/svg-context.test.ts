import { expect, test } from 'vitest'
import { SvgContext } from './svg-context.ts'

/** Letters of the same width: there is no canvas here. */
const measuring = { measureText: (text: string) => ({ width: text.length * 6 }) } as unknown as CanvasRenderingContext2D
const recorder = () => new SvgContext(measuring, { width: 100, height: 50 })

test('shapes are paths where the transformations have put them', () => {
  const context = recorder()
  context.save()
  context.translate(10, 5)
  context.scale(2, 2)
  context.fillStyle = '#123456'
  context.fillRect(0, 0, 4, 3)
  context.restore()
  expect(context.svg()).toContain('<path d="M10 5L18 5L18 11L10 11Z" fill="#123456"/>')
})

test('lines keep their width, dashes and opacity under a scale', () => {
  const context = recorder()
  context.scale(3, 3)
  context.lineWidth = 2
  context.setLineDash([1, 2, 3])
  context.globalAlpha = 0.5
  context.beginPath()
  context.moveTo(0, 0)
  context.lineTo(5, 0)
  context.stroke()
  const svg = context.svg()
  expect(svg).toContain('stroke-width="6"')
  expect(svg).toContain('stroke-dasharray="3 6 9 3 6 9"')
  expect(svg).toContain('opacity="0.5"')
})

test('texts stay texts, and nothing of them is markup', () => {
  const context = recorder()
  context.font = '600 15px sans-serif'
  context.textAlign = 'center'
  context.fillText('a < b & "c"', 50, 20)
  expect(context.svg()).toContain('text-anchor="middle"')
  expect(context.svg()).toContain('a &lt; b &amp; &quot;c&quot;</text>')
})

test('a clip holds until it is taken back, inside the one before', () => {
  const context = recorder()
  context.save()
  context.beginPath()
  context.rect(0, 0, 50, 50)
  context.clip()
  context.beginPath()
  context.rect(10, 10, 10, 10)
  context.clip()
  context.fillRect(0, 0, 100, 50)
  context.restore()
  context.fillRect(0, 0, 1, 1)
  const svg = context.svg()
  expect(svg).toContain('<clipPath id="c2" clip-path="url(#c1)">')
  expect(svg).toMatch(/<g clip-path="url\(#c2\)"><path [^>]*\/><\/g><path [^>]*\/><\/svg>$/)
})

test('a full circle comes back to where it began', () => {
  const context = recorder()
  context.beginPath()
  context.arc(20, 20, 10, 0, Math.PI * 2)
  context.fill()
  const [path = ''] = /d="[^"]*"/.exec(context.svg()) ?? []
  expect(path.startsWith('d="M30 20C')).toBe(true)
  expect(path.endsWith(' 30 20"')).toBe(true)
})
