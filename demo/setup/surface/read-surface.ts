import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Expression,
  isCallExpression,
  isIdentifier,
  isPropertyAssignment,
  isStringLiteral,
} from 'typescript/unstable/ast'
import {
  API,
  type Checker,
  type Program,
  SymbolFlags,
  type Symbol as TsSymbol,
  type Type,
} from 'typescript/unstable/sync'
import { eventType, kebab } from '../../../elements/define/props.ts'
import { COLOURS, SIZES } from '../../../elements/theme/tokens.ts'
import { partsIn, summaryOf } from './docstring.ts'
import { type Entry, entries } from './entries.ts'
import { TypePrinter } from './print-type.ts'
import { readClass } from './read-class.ts'
import type { Source } from './source.ts'
import type { Surface, SurfaceElement, SurfaceEvent, SurfaceProp } from './surface.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** How a module makes a tag, and which argument declares what it takes. A class of its own says so itself. */
const DEFINERS: Readonly<Record<string, number>> = { defineElement: 2, defineLeaf: 1 }

const exportsOf = (program: Program, checker: Checker, path: string): readonly TsSymbol[] => {
  const file = program.getSourceFile(join(ROOT, path))
  const module = file && checker.getSymbolAtLocation(file)
  if (!module) throw new Error(`${path} is not part of the program`)
  return checker.getExportsOfModule(module)
}

const original = (checker: Checker, symbol: TsSymbol) =>
  symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

/** The call `defineX('sg-…', …)` that made an exported constant. */
function definingCall(symbol: TsSymbol): { tag: string; declares: Expression } | null {
  const declared = symbol.valueDeclaration?.resolve()
  const made = declared && 'initializer' in declared ? (declared.initializer as Expression) : undefined
  if (!made || !isCallExpression(made) || !isIdentifier(made.expression)) return null
  const [tag] = made.arguments
  const declares = made.arguments[DEFINERS[made.expression.text] ?? Number.NaN]
  return tag && isStringLiteral(tag) && declares ? { tag: tag.text, declares } : null
}

function readProp({ checker, printer }: Source, prop: TsSymbol): SurfaceProp {
  const declared = prop.valueDeclaration?.resolve()
  const made = declared && isPropertyAssignment(declared) ? declared.initializer : undefined
  if (!made || !isCallExpression(made)) throw new Error(`${prop.name} is not declared by prop.…() in its own place`)
  const kind = made.expression.getText().replace(/^prop\./, '')
  // What they take first is no default.
  const isBounded = kind === 'choice' || kind === 'atLeast'
  const type = checker.getTypeOfSymbol(prop) as Type
  const [value] = type.isTypeReference() ? checker.getTypeArguments(type) : []
  if (!value) throw new Error(`${prop.name} is not a PropDeclaration`)
  const initial = made.arguments[isBounded ? 1 : 0]?.getText()
  // A default narrows what is inferred to itself: prop.string('') takes any text.
  const isNarrowed = made.typeArguments === undefined && kind !== 'object' && !isBounded
  const written = isNarrowed ? kind : printer.print(value)
  return {
    name: prop.name,
    attribute: kebab(prop.name),
    type: written.replace(/ \| undefined$/, ''),
    fallback: kind === 'boolean' ? 'false' : (initial ?? null),
    isReadonly: false,
    doc: printer.docOf(prop),
  }
}

function readEvent({ checker, printer }: Source, event: TsSymbol): SurfaceEvent {
  const type = checker.getTypeOfSymbol(event) as Type
  const [detail] = type.isTypeReference() ? checker.getTypeArguments(type) : []
  if (!detail) throw new Error(`${event.name} is not an EventDeclaration`)
  return { type: eventType(event.name), detail: printer.print(detail), doc: printer.docOf(event) }
}

/** The properties of one part of a declaration, such as `props`; none where it is not there. */
function partOf({ checker }: Source, type: Type, name: string): readonly TsSymbol[] {
  const part = checker.getPropertyOfType(type, name)
  return part ? checker.getPropertiesOfType(checker.getTypeOfSymbol(part) as Type) : []
}

function readElements(source: Source, program: Program, { name: entry, path }: Entry): SurfaceElement[] {
  const { checker, printer } = source
  return exportsOf(program, checker, path).flatMap((exported): SurfaceElement[] => {
    const symbol = original(checker, exported)
    const call = definingCall(symbol)
    const doc = printer.docOf(symbol)
    const tags = symbol.getJsDocTags(checker)
    const documented = {
      className: exported.name,
      doc,
      summary: summaryOf(doc),
      slots: partsIn(tags, 'slot'),
      parts: partsIn(tags, 'csspart'),
      cssProps: partsIn(tags, 'cssprop'),
    }
    if (!call) {
      const own = readClass(source, symbol)
      return own ? [{ ...documented, entry, isDrawn: false, ...own }] : []
    }
    const type = checker.getTypeAtLocation(call.declares) as Type
    return [
      {
        ...documented,
        tag: call.tag,
        entry,
        isDrawn: true,
        props: partOf(source, type, 'props').map((prop) => readProp(source, prop)),
        events: partOf(source, type, 'events').map((event) => readEvent(source, event)),
      },
    ]
  })
}

function readShared(source: Source, program: Program): Surface['shared'] {
  const { checker, printer } = source
  const symbol = exportsOf(program, checker, 'elements/define/every-element.ts')[0] as TsSymbol
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  const tags = symbol.getJsDocTags(checker)
  const print = (member: TsSymbol) =>
    printer.print(checker.getTypeOfSymbol(member) as Type).replace(/ \| undefined$/, '')
  const attributes = partOf(source, type, 'attributes').map((member) => ({
    name: null,
    attribute: member.name,
    type: print(member),
    fallback: null,
    isReadonly: member.name.startsWith('data-'),
    doc: printer.docOf(member),
  }))
  const properties = partOf(source, type, 'properties').map((member) => ({
    name: member.name,
    attribute: null,
    type: print(member),
    fallback: null,
    isReadonly: false,
    doc: printer.docOf(member),
  }))
  return {
    props: [...attributes, ...properties],
    events: partOf(source, type, 'events').map((member) => ({
      type: member.name,
      detail: print(member),
      doc: printer.docOf(member),
    })),
    slots: partsIn(tags, 'slot'),
    parts: partsIn(tags, 'csspart'),
  }
}

/** Declarations of what core's entry exports, with every type that they name. */
function readCore({ checker, printer }: Source, program: Program): { name: string; text: string }[] {
  const values = exportsOf(program, checker, 'core/index.ts').flatMap((exported) => {
    const symbol = original(checker, exported)
    if (symbol.flags & (SymbolFlags.Interface | SymbolFlags.TypeAlias | SymbolFlags.Class)) {
      printer.print(checker.getDeclaredTypeOfSymbol(symbol))
      return []
    }
    return [{ name: exported.name, text: printer.value(exported.name, symbol) }]
  })
  return [...values, ...printer.declarations()]
}

function readCalls({ checker }: Source, program: Program): Surface['calls'] {
  const client = exportsOf(program, checker, 'core/connection/client.ts').find(({ name }) => name === 'Client')
  if (!client) throw new Error('core/connection/client.ts exports no Client')
  return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(client)).map((domain) => ({
    domain: domain.name,
    names: checker.getPropertiesOfType(checker.getTypeOfSymbol(domain) as Type).map(({ name }) => name),
  }))
}

const readTokens = (): Surface['tokens'] => [
  ...Object.entries(COLOURS).map(([name, [light]]) => ({ name: `--sg-${name}`, value: light, isColour: true })),
  ...Object.entries(SIZES).map(([name, value]) => ({ name: `--sg-${name}`, value, isColour: false })),
]

/** Reads all that a page may use from the source that it runs from. */
export function readSurface(): Surface {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const api = new API({ cwd: ROOT })
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(ROOT, 'tsconfig.json')] }).getProjects()
    if (!project) throw new Error('tsconfig.json opens no project')
    const { checker, program } = project
    const source = { checker, printer: new TypePrinter(checker) }
    const core = readCore(source, program)
    const elements = entries().flatMap((entry) => readElements(source, program, entry))
    const shared = readShared(source, program)
    const known = new Set(core.map(({ name }) => name))
    const types = source.printer.declarations().filter(({ name }) => !known.has(name))
    return {
      version,
      elements: elements.sort((a, b) => (a.tag < b.tag ? -1 : 1)),
      shared,
      tokens: readTokens(),
      core,
      calls: readCalls(source, program),
      types,
    }
  } finally {
    api.close()
  }
}
