import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { entries } from '../../demo/setup/surface/entries.ts'
import { manifestOf } from '../../demo/setup/surface/manifest.ts'
import { readSurface } from '../../demo/setup/surface/read-surface.ts'
import { reportOf } from '../../demo/setup/surface/report.ts'
import type { Surface } from '../../demo/setup/surface/surface.ts'
import { artefactsOf, REPORT } from '../../demo/setup/surface/write.ts'
import { ROOT } from './packed.ts'

let surface: Surface
beforeAll(() => {
  surface = readSurface()
})

test('elements/surface.md says what the source says: npm run surface writes it', () => {
  expect(readFileSync(join(ROOT, REPORT), 'utf8')).toBe(reportOf(surface))
})

test('every built file of an element has one, and every tag is read once', () => {
  expect([...new Set(surface.elements.map(({ entry }) => entry))].sort()).toEqual(entries().map(({ name }) => name))
  const tags = surface.elements.map(({ tag }) => tag)
  expect(new Set(tags).size).toBe(tags.length)
  // A folder's element is called as the folder.
  const screens = surface.elements.filter(({ entry }) => entry !== 'live')
  expect(screens.map(({ tag }) => tag)).toEqual(screens.map(({ entry }) => entry))
})

test('whatever a page may use says what it is', () => {
  const named = [...surface.elements, { ...surface.shared, tag: 'every element', doc: 'in common' }]
  const silent = named.flatMap(({ tag, doc, props, events, slots, parts }) => [
    ...(doc === '' ? [tag] : []),
    ...(tag.startsWith('sg-') && !doc.startsWith(`\`<${tag}`) ? [`${tag} has no example`] : []),
    ...props.filter((prop) => prop.doc === '').map(({ name, attribute }) => `${tag} ${name ?? attribute}`),
    ...events.filter((event) => event.doc === '').map(({ type }) => `${tag} ${type}`),
    ...[...slots, ...parts].filter((part) => part.doc === '').map(({ name }) => `${tag} ${name}`),
  ])
  expect(silent).toEqual([])
})

test('what is declared for an element is read with its type, its default and its words', () => {
  const monitor = surface.elements.find(({ tag }) => tag === 'sg-device-monitor')
  expect(monitor).toMatchObject({ className: 'DeviceMonitorElement', entry: 'sg-device-monitor', isDrawn: true })
  const tab = monitor?.props.find(({ name }) => name === 'tab')
  expect(tab).toMatchObject({ attribute: 'tab', fallback: "'values'", doc: expect.stringContaining('tab') })
  expect(monitor?.events.find(({ type }) => type === 'sg-point-select')?.detail).toBe(
    '{ sn_code: string; key: string }',
  )
  const connection = surface.elements.find(({ tag }) => tag === 'sg-connection')
  expect(connection).toMatchObject({ entry: 'live', isDrawn: false })
  expect(connection?.props.find(({ name }) => name === 'getToken')).toMatchObject({ attribute: null })
})

test('what an element reports of its view can be written into its attributes as it is', () => {
  const views = surface.elements.flatMap(({ tag, props, events }) => {
    const detail = events.find(({ type }) => type === 'sg-view-change')?.detail
    if (detail === undefined) return []
    const text = surface.types.find(({ name }) => name === detail)?.text ?? detail
    const names = Array.from(text.matchAll(/(?:^|[{;])\s*'?([\w-]+)'?\??:/gm), ([, name]) => name as string)
    return [{ tag, names, unknown: names.filter((name) => !props.some(({ attribute }) => attribute === name)) }]
  })
  expect(views.length).toBeGreaterThanOrEqual(23)
  expect(views.filter(({ names, unknown }) => names.length === 0 || unknown.length > 0)).toEqual([])
})

const Described = z.strictObject({ name: z.string(), description: z.string() })
const Typed = z.strictObject({ text: z.string().min(1) })
const Reference = z.strictObject({ name: z.string() })
/** The part of schema 2.1.0 that is used: https://github.com/webcomponents/custom-elements-manifest */
const Manifest = z.strictObject({
  schemaVersion: z.literal('2.1.0'),
  readme: z.string(),
  modules: z.array(
    z.strictObject({
      kind: z.literal('javascript-module'),
      path: z.string(),
      declarations: z.array(
        z.strictObject({
          kind: z.literal('class'),
          name: z.string(),
          tagName: z.string().regex(/^sg-[a-z-]+$/),
          customElement: z.literal(true),
          superclass: Reference,
          summary: z.string(),
          description: z.string(),
          members: z.array(
            Described.extend({
              kind: z.literal('field'),
              type: Typed,
              attribute: z.string().optional(),
              readonly: z.literal(true).optional(),
              default: z.string().optional(),
            }),
          ),
          attributes: z.array(
            Described.extend({ type: Typed, fieldName: z.string().optional(), default: z.string().optional() }),
          ),
          events: z.array(Described.extend({ type: Typed })),
          slots: z.array(Described),
          cssParts: z.array(Described),
          cssProperties: z.array(
            z.strictObject({
              name: z.string().startsWith('--sg-'),
              description: z.string().optional(),
              default: z.string().optional(),
              syntax: z.string().optional(),
            }),
          ),
        }),
      ),
      exports: z.array(
        z.strictObject({ kind: z.enum(['js', 'custom-element-definition']), name: z.string(), declaration: Reference }),
      ),
    }),
  ),
})

test('the Custom Elements Manifest follows its schema', () => {
  const { modules } = Manifest.parse(JSON.parse(JSON.stringify(manifestOf(surface))))
  const tags = modules.flatMap(({ declarations }) => declarations.map(({ tagName }) => tagName))
  expect(tags.sort()).toEqual(surface.elements.map(({ tag }) => tag))
})

test('editors and assistants know every element, attribute and event', () => {
  const files = artefactsOf(surface)
  for (const path of ['custom-elements.json', 'web-types.json', 'vscode.html-custom-data.json', 'llms.txt']) {
    const text = files.get(path) ?? ''
    for (const { tag, props } of surface.elements) {
      expect(text, path).toContain(tag)
      for (const { attribute } of props) if (attribute) expect(text, path).toContain(attribute)
    }
  }
  for (const { events } of surface.elements) {
    for (const { type } of events) expect(files.get('llms.txt')).toContain(`\`${type}\``)
  }
  expect(files.get('llms.txt')).toContain("createHmac('sha256'")
})
