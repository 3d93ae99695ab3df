import type { Surface, SurfaceElement, SurfaceEvent, SurfacePart, SurfaceProp } from './surface.ts'

const cell = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()
const code = (text: string | null) => (text === null || text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``)

function table(heads: readonly string[], rows: readonly string[][]): string[] {
  if (rows.length === 0) return []
  return [
    '',
    `| ${heads.join(' | ')} |`,
    `|${' --- |'.repeat(heads.length)}`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ]
}

const props = (rows: readonly SurfaceProp[]) =>
  table(
    ['attribute', 'property', 'type', 'default', ''],
    rows.map(({ attribute, name, type, fallback, isReadonly, doc }) => [
      code(attribute),
      code(name),
      code(type),
      code(fallback),
      cell(`${isReadonly ? 'Read only. ' : ''}${doc}`),
    ]),
  )
const events = (rows: readonly SurfaceEvent[]) =>
  table(
    ['event', 'detail', ''],
    rows.map(({ type, detail, doc }) => [code(type), detail === 'null' ? '' : code(detail), cell(doc)]),
  )
const parts = (kind: string, rows: readonly SurfacePart[]) =>
  table(
    [kind, ''],
    rows.map(({ name, doc }) => [code(name), cell(doc)]),
  )

const element = ({ tag, className, entry, summary, ...has }: SurfaceElement): string[] => [
  '',
  `## \`<${tag}>\``,
  '',
  `${summary} \`${className}\` of \`sightglass/${entry}\`.`,
  ...props(has.props),
  ...events(has.events),
  ...parts('slot', has.slots),
  ...parts('part', has.parts),
  ...parts('custom property', has.cssProps),
]

const typescript = (text: string) => ['', '```ts', text, '```']

/** `elements/surface.md`: every change of what pages may rely on shows in a diff. */
export function reportOf({ elements, shared, tokens, core, calls, types }: Surface): string {
  return `${[
    '# What pages may rely on',
    '',
    'Made from the source by `npm run surface`. A change here is a change for every page that embeds an element.',
    ...elements.flatMap(element),
    '',
    '## Every element that draws something',
    ...props(shared.props),
    ...events(shared.events),
    ...parts('slot', shared.slots),
    ...parts('part', shared.parts),
    '',
    '## Types of details',
    ...types.flatMap(({ text }) => typescript(text)),
    '',
    '## Custom properties',
    ...table(
      ['name', 'in the light theme'],
      tokens.map(({ name, value }) => [code(name), code(value)]),
    ),
    '',
    '## `sightglass/core`',
    ...core.filter(({ name }) => name !== 'Client').flatMap(({ text }) => typescript(text)),
    '',
    'Calls of `connection.api`, as `/openapi.json` describes them:',
    '',
    ...calls.map(({ domain, names }) => `- \`${domain}\`: ${names.map(code).join(' ')}`),
  ].join('\n')}\n`
}
