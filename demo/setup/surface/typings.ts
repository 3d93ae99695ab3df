import { docBlock } from './print-type.ts'
import type { Surface, SurfaceElement, SurfaceEvent, SurfaceProp } from './surface.ts'

const indent = (text: string) => text.replace(/^(?=.)/gm, '  ')
const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`)
const body = (lines: readonly string[]) => (lines.length === 0 ? '{}' : `{\n${indent(lines.join('\n'))}\n}`)

/** Null and undefined stand for the default in whatever is set. */
function propertyLine({ name, type, fallback, isReadonly, doc }: SurfaceProp): string {
  const read = fallback === null && !/\bnull$/.test(type) ? `${type} | undefined` : type
  return `${docBlock(doc)}${isReadonly ? 'readonly ' : ''}${keyOf(name as string)}: ${read}`
}

/** As HTML has it: numbers may be written as such, and a flag by its bare name. */
function attributeLine({ attribute, type, doc }: SurfaceProp): string {
  const plain = type.replace(/ \| null$/, '')
  const written = plain === 'boolean' ? "boolean | ''" : plain === 'number' ? 'number | string' : plain
  return `${docBlock(doc)}${keyOf(attribute as string)}?: ${written}`
}

const eventLine = ({ type, detail, doc }: SurfaceEvent) => `${docBlock(doc)}'${type}': CustomEvent<${detail}>`

const properties = (props: readonly SurfaceProp[]) => body(props.filter(({ name }) => name !== null).map(propertyLine))
/** What a page may write; objects have no attribute that anybody would write by hand. */
const attributes = (props: readonly SurfaceProp[]) =>
  body(props.filter(({ attribute }) => attribute !== null).map(attributeLine))

const LISTENERS = (name: string) =>
  (['add', 'remove'] as const).flatMap((verb) => {
    const options = verb === 'add' ? 'boolean | AddEventListenerOptions' : 'boolean | EventListenerOptions'
    return [
      `${verb}EventListener<Type extends keyof ${name}Events>(type: Type, listener: (this: ${name}, event: ${name}Events[Type]) => unknown, options?: ${options}): void`,
      `${verb}EventListener<Type extends keyof HTMLElementEventMap>(type: Type, listener: (this: ${name}, event: HTMLElementEventMap[Type]) => unknown, options?: ${options}): void`,
      `${verb}EventListener(type: string, listener: EventListenerOrEventListenerObject, options?: ${options}): void`,
    ]
  })

function elementTypes({ className, doc, isDrawn, props, events }: SurfaceElement): string {
  const drawn = (part: string) => (isDrawn ? ` extends Drawn${part}` : '')
  return [
    `export interface ${className}Properties${drawn('Properties')} ${properties(props)}`,
    `export interface ${className}Attributes${drawn('Attributes')} ${attributes(props)}`,
    `export interface ${className}Events${drawn('Events')} ${body(events.map(eventLine))}`,
    `${docBlock(doc)}export interface ${className} extends HTMLElement, ${className}Properties ${body(LISTENERS(className))}`,
  ].join('\n\n')
}

/** `types/elements.d.ts`: each element's properties, attributes and events, and its tag's name. */
export function elementsTypes({ elements, shared, core, types }: Surface): string {
  const spoken = JSON.stringify([elements, shared])
  const ofCore = core
    .map(({ name }) => name)
    .filter((name) => new RegExp(`\\b${name.replace('$', '\\$')}\\b`).test(spoken))
  const row = ({ tag, className }: SurfaceElement) =>
    `'${tag}': { element: ${className}; properties: ${className}Properties; attributes: ${className}Attributes; events: ${className}Events }`
  return `${[
    `import type { ${ofCore.join(', ')} } from './core.js'`,
    ...types.map(({ text }) => text),
    `/** What every element that draws something has beside its own. */\nexport interface DrawnProperties ${properties(shared.props)}`,
    `export interface DrawnAttributes ${attributes(shared.props.filter(({ attribute }) => attribute !== 'lang' && attribute !== 'dir'))}`,
    `export interface DrawnEvents ${body(shared.events.map(eventLine))}`,
    ...elements.map(elementTypes),
    `/** All elements by their tags; the typings for frameworks are made from this. */\nexport interface SightglassElements ${body(elements.map(row))}`,
    `declare global {\n  interface HTMLElementTagNameMap ${indent(body(elements.map(({ tag, className }) => `'${tag}': ${className}`))).trimStart()}\n}`,
  ].join('\n\n')}\n`
}

/** \`types/<entry>.d.ts\`: what a built file exports. */
export function entryTypes(elements: readonly SurfaceElement[]): string {
  const names = elements.map(({ className }) => className)
  return `${[
    `import type * as elements from './elements.js'`,
    ...names.map(
      (name) =>
        `export declare const ${name}: { new (): elements.${name}; readonly prototype: elements.${name} }\nexport type ${name} = elements.${name}`,
    ),
  ].join('\n\n')}\n`
}

export const coreTypes = ({ core }: Surface): string => `${core.map(({ text }) => text).join('\n\n')}\n`

/** The loader defines tags and exports nothing. */
export const loaderTypes = `import './elements.js'\nexport {}\n`
