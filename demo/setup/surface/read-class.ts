import { isClassDeclaration } from 'typescript/unstable/ast'
import { SymbolFlags, type Symbol as TsSymbol, type Type } from 'typescript/unstable/sync'
import { kebab } from '../../../elements/define/props.ts'
import { partsIn } from './docstring.ts'
import type { Source } from './source.ts'
import type { SurfaceElement, SurfaceProp } from './surface.ts'

/**
 * An element that is written as a class: its tag is what its module registers it as, its properties are its accessors,
 * its attributes `observedAttributes`. Its docstring says the rest: `@attr name - …` of an attribute that is no
 * property, `@fires sg-error {ProblemDetail} - …` of an event.
 */
export function readClass(
  { checker, printer }: Source,
  symbol: TsSymbol,
): Pick<SurfaceElement, 'tag' | 'props' | 'events'> | null {
  const declared = symbol.valueDeclaration?.resolve()
  if (!declared || !isClassDeclaration(declared)) return null
  const source = declared.getSourceFile().text
  const tag = new RegExp(`register\\('(sg-[\\w-]+)', ${symbol.name}\\)`).exec(source)?.[1]
  if (!tag) return null
  const observed = /observedAttributes = \[([^\]]*)\]/.exec(declared.getText())?.[1] ?? ''
  const attributes = Array.from(observed.matchAll(/'([^']+)'/g), ([, name]) => name as string)
  const tags = symbol.getJsDocTags(checker)

  const accessors = Array.from(symbol.getMembers().values()).filter(({ flags }) => flags & SymbolFlags.Accessor)
  const properties = accessors.map((member): SurfaceProp => {
    const attribute = kebab(member.name)
    return {
      name: member.name,
      attribute: attributes.includes(attribute) ? attribute : null,
      type: printer.print(checker.getTypeOfSymbol(member) as Type),
      fallback: null,
      isReadonly: (member.flags & SymbolFlags.SetAccessor) === 0,
      doc: printer.docOf(member),
    }
  })
  const taken = new Set(properties.map(({ attribute }) => attribute))
  const docs = new Map(partsIn(tags, 'attr').map(({ name, doc }) => [name, doc]))
  const alone = attributes
    .filter((attribute) => !taken.has(attribute))
    .map(
      (attribute): SurfaceProp => ({
        name: null,
        attribute,
        type: 'boolean',
        fallback: 'false',
        isReadonly: false,
        doc: docs.get(attribute) ?? '',
      }),
    )
  const events = partsIn(tags, 'fires').map(({ name, doc }) => {
    const [, detail = 'null', words = doc] = /^\{([^}]*)\}\s*-?\s*(.*)$/.exec(doc) ?? []
    return { type: name, detail, doc: words }
  })
  return { tag, props: [...properties, ...alone], events }
}
