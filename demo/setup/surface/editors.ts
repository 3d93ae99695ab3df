import type { Surface, SurfaceElement, SurfaceProp } from './surface.ts'

/** The words of `'a' | 'b'`; none for any other type. */
const wordsOf = (type: string): string[] =>
  /^'[^']*'( \| '[^']*')*$/.test(type) ? type.split(' | ').map((word) => word.slice(1, -1)) : []

const attributesOf = ({ props, isDrawn }: SurfaceElement, { shared }: Surface): SurfaceProp[] =>
  [...props, ...(isDrawn ? shared.props : [])].filter(({ attribute, isReadonly }) => attribute !== null && !isReadonly)

const described = ({ name, doc }: { name: string; doc: string }) => ({ name, description: doc })

/** For the editors of JetBrains: https://github.com/JetBrains/web-types */
export function webTypesOf(surface: Surface) {
  const { version, elements, shared, tokens } = surface
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name: 'sightglass',
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: elements.map((element) => {
          const also = element.isDrawn ? shared : { props: [], events: [], slots: [], parts: [] }
          return {
            name: element.tag,
            description: element.doc,
            attributes: attributesOf(element, surface).map(({ attribute, type, fallback, doc }) => ({
              name: attribute,
              description: doc,
              value: { type },
              ...(fallback !== null && { default: fallback }),
            })),
            slots: [...element.slots, ...also.slots].map(described),
            js: {
              properties: [...element.props, ...also.props].flatMap(({ name, type, doc }) =>
                name === null ? [] : [{ name, type, description: doc }],
              ),
              events: [...element.events, ...also.events].map(({ type, detail, doc }) => ({
                name: type,
                type: `CustomEvent<${detail}>`,
                description: doc,
              })),
            },
            css: {
              parts: [...element.parts, ...also.parts].map(described),
              properties: element.cssProps.map(described),
            },
          }
        }),
      },
      css: { properties: tokens.map(({ name, value }) => ({ name, description: `In the light theme ${value}` })) },
    },
  }
}

/** For VS Code's `html.customData`. */
export const htmlDataOf = (surface: Surface) => ({
  version: 1.1,
  tags: surface.elements.map((element) => ({
    name: element.tag,
    description: element.doc,
    attributes: attributesOf(element, surface).map(({ attribute, type, doc }) => ({
      name: attribute,
      description: doc,
      ...(type === 'boolean' ? { valueSet: 'v' } : { values: wordsOf(type).map((name) => ({ name })) }),
    })),
  })),
})

/** For VS Code's `css.customData`. */
export const cssDataOf = ({ tokens }: Surface) => ({
  version: 1.1,
  properties: tokens.map(({ name, value }) => ({ name, description: `In the light theme ${value}` })),
})
