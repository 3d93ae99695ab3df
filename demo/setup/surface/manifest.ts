import { byEntry, type Surface, type SurfaceElement } from './surface.ts'

/** Where the package keeps its built files. */
export const BUILT = 'dist/package/elements'

const described = ({ name, doc }: { name: string; doc: string }) => ({ name, description: doc })
const defaultOf = (fallback: string | null) => (fallback === null || fallback === "''" ? {} : { default: fallback })

function declaration(element: SurfaceElement, { shared, tokens }: Surface) {
  const { className, tag, doc, summary, isDrawn } = element
  const also = isDrawn ? shared : { props: [], events: [], slots: [], parts: [] }
  const props = [...element.props, ...also.props]
  return {
    kind: 'class',
    name: className,
    tagName: tag,
    customElement: true,
    superclass: { name: 'HTMLElement' },
    summary,
    description: doc,
    members: props.flatMap(({ name, attribute, type, fallback, isReadonly, doc }) =>
      name === null
        ? []
        : [
            {
              kind: 'field',
              name,
              type: { text: type },
              description: doc,
              ...(attribute !== null && { attribute }),
              ...(isReadonly && { readonly: true }),
              ...defaultOf(fallback),
            },
          ],
    ),
    attributes: props.flatMap(({ name, attribute, type, fallback, doc }) =>
      attribute === null
        ? []
        : [
            {
              name: attribute,
              type: { text: type },
              description: doc,
              ...(name !== null && { fieldName: name }),
              ...defaultOf(fallback),
            },
          ],
    ),
    events: [...element.events, ...also.events].map(({ type, detail, doc }) => ({
      name: type,
      type: { text: `CustomEvent<${detail}>` },
      description: doc,
    })),
    slots: [...element.slots, ...also.slots].map(described),
    cssParts: [...element.parts, ...also.parts].map(described),
    cssProperties: [
      ...element.cssProps.map(described),
      ...(isDrawn
        ? tokens.map(({ name, value, isColour }) => ({ name, default: value, ...(isColour && { syntax: '<color>' }) }))
        : []),
    ],
  }
}

/** The Custom Elements Manifest, schema 2.1.0: what catalogues, editors and Storybook read. */
export function manifestOf(surface: Surface) {
  return {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: Array.from(byEntry(surface.elements), ([entry, elements]) => ({
      kind: 'javascript-module',
      path: `${BUILT}/${entry}.js`,
      declarations: elements.map((element) => declaration(element, surface)),
      exports: elements.flatMap(({ className, tag }) => [
        { kind: 'js', name: className, declaration: { name: className } },
        { kind: 'custom-element-definition', name: tag, declaration: { name: className } },
      ]),
    })),
  }
}
