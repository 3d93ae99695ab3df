import type { Choices } from './choices.ts'
import type { Entry } from './shape.ts'

export const FRAMEWORKS = ['HTML', 'React', 'Vue', 'Angular', 'Svelte'] as const
export type Framework = (typeof FRAMEWORKS)[number]

interface Tag {
  name: string
  attributes: [name: string, value: string][]
  inside: Tag[]
}

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Braces begin an expression in JSX, Svelte and Angular's templates: a value with one is written as a string there. */
function attributeText(framework: Framework, name: string, value: string): string {
  if (value === '') return name
  const hasBrace = /[{}]/.test(value)
  if (hasBrace && (framework === 'React' || framework === 'Svelte')) return `${name}={${JSON.stringify(value)}}`
  if (hasBrace && framework === 'Angular') return `[attr.${name}]="${escaped(`'${value.replaceAll("'", "\\'")}'`)}"`
  return `${name}="${escaped(value)}"`
}

function markup(framework: Framework, { name, attributes, inside }: Tag, indent = ''): string {
  const texts = attributes.map(([attribute, value]) => attributeText(framework, attribute, value))
  const isLong = name.length + texts.join(' ').length > 72
  const listed = isLong
    ? texts.map((text) => `\n${indent}  ${text}`).join('')
    : texts.map((text) => ` ${text}`).join('')
  const opening = `${indent}<${name}${listed}${isLong ? `\n${indent}` : ''}>`
  const within = inside.map((tag) => `\n${markup(framework, tag, `${indent}  `)}`).join('')
  return `${opening}${within}${inside.length > 0 ? `\n${indent}` : ''}</${name}>`
}

function tagsOf({ tag, inside }: Entry, { attributes, around }: Choices, console_url: string): Tag {
  const own = Object.entries(attributes).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value]],
  )
  const set: [string, string][] = [
    ...(around.theme === 'light' ? [] : [['theme', around.theme] as [string, string]]),
    ...(around.density === '' ? [] : [['density', around.density] as [string, string]]),
    ...(around.zone === '' ? [] : [['time-zone', around.zone] as [string, string]]),
  ]
  const way: [string, string][] = [
    ['base-url', attributes['base-url'] ?? console_url.replace(/\/$/, '')],
    ['token-url', attributes['token-url'] ?? '/portal/token'],
  ]
  const children = inside.map((child) => ({
    name: child.tag,
    attributes: [...Object.entries(child.attributes), ...set],
    inside: [],
  }))
  if (tag === 'sg-connection') {
    const others = own.filter(([name]) => !way.some(([taken]) => taken === name))
    return { name: tag, attributes: [...way, ...others], inside: children }
  }
  const element = { name: tag, attributes: [...own, ...set], inside: children }
  return { name: 'sg-connection', attributes: way, inside: [element] }
}

/** What a page writes to show what the stage shows, in a framework's own words. */
export function snippet(framework: Framework, entry: Entry, choices: Choices, console_url: string): string {
  const script = `<script type="module" src="${new URL('elements/sightglass.js', console_url).href}"></script>`
  const tags = tagsOf(entry, choices, console_url)
  const rules = Object.entries(choices.colours).map(([name, value]) => `  --sg-${name}: ${value};`)
  const css = rules.length > 0 ? `${entry.tag} {\n${rules.join('\n')}\n}` : ''
  const indented = (text: string, by: string) => text.replaceAll(/^(?=.)/gm, by)
  const html = markup(framework, tags)
  switch (framework) {
    case 'HTML':
      return [script, css && `<style>\n${css}\n</style>`, html].filter(Boolean).join('\n\n')
    case 'React':
      return [
        `{/* index.html: ${script} */}`,
        css && `/* portal.css */\n${css}`,
        `export const Portal = () => (\n${indented(html, '  ')}\n)`,
      ]
        .filter(Boolean)
        .join('\n\n')
    case 'Vue':
      return [
        `<!-- index.html: ${script} -->`,
        `<!-- vite.config: vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('sg-') } } }) -->`,
        `<template>\n${indented(html, '  ')}\n</template>`,
        css && `<style>\n${css}\n</style>`,
      ]
        .filter(Boolean)
        .join('\n\n')
    case 'Angular':
      return [
        `// index.html: ${script}`,
        `@Component({\n  selector: 'app-portal',\n  schemas: [CUSTOM_ELEMENTS_SCHEMA],\n  template: \`\n${indented(html, '    ')}\n  \`,${css && `\n  styles: \`\n${indented(css, '    ')}\n  \`,`}\n})\nexport class Portal {}`,
      ].join('\n\n')
    case 'Svelte':
      return [
        `<!-- index.html: ${script} -->`,
        html,
        css && `<style>\n${indented(css.replace(entry.tag, `:global(${entry.tag})`), '  ')}\n</style>`,
      ]
        .filter(Boolean)
        .join('\n\n')
  }
}
