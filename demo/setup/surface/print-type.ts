import { isParameterDeclaration } from 'typescript/unstable/ast'
import {
  type Checker,
  SignatureKind,
  SymbolFlags,
  type Symbol as TsSymbol,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync'

type SourceOf = 'product' | 'library' | 'package'

/** Stores of nanostores, by what a page does with them: its own declarations need its package to be installed. */
const READABLE = `/** A value that changes. \`subscribe\` calls back at once and at every change, \`listen\` at every change; both return how to stop. */
export interface ReadableAtom<Value> {
  get(): Value
  listen(listener: (value: Value) => void): () => void
  subscribe(listener: (value: Value) => void): () => void
}`
const WRITABLE = `/** A value that a page may set, too. */
export interface WritableAtom<Value> extends ReadableAtom<Value> {
  set(value: Value): void
}`
const STORES: Readonly<Record<string, string>> = {
  ReadableAtom: READABLE,
  WritableAtom: WRITABLE,
  PreinitializedWritableAtom: WRITABLE,
}

const isPlainName = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name)
const indent = (text: string) => text.replace(/^(?=.)/gm, '  ')

/** A comment block for a docstring; nothing for an empty one. */
export const docBlock = (doc: string): string =>
  doc === ''
    ? ''
    : doc.includes('\n')
      ? `/**\n${doc.replace(/^/gm, ' * ').replace(/ +$/gm, '')}\n */\n`
      : `/** ${doc} */\n`

/**
 * Writes types so that they stand alone: interfaces and types of the product by name, each declared once, what a
 * package infers (zod) in full, and names of the browser's and the language's own libraries as they are.
 */
export class TypePrinter {
  readonly #checker: Checker
  readonly #declared = new Map<string, { symbol: TsSymbol; text: string }>()
  readonly #within: number[] = []

  constructor(checker: Checker) {
    this.#checker = checker
  }

  /** The declarations of all names that were written so far, in the order of the alphabet. */
  declarations(): { name: string; text: string }[] {
    return Array.from(this.#declared, ([name, { text }]) => ({ name, text })).sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  docOf(symbol: TsSymbol): string {
    return symbol.getDocumentationComment(this.#checker).trim()
  }

  print(type: Type): string {
    return this.#named(type) ?? this.#structure(type)
  }

  /** The declaration of an exported constant or function. */
  value(name: string, symbol: TsSymbol): string {
    const type = this.#checker.getTypeOfSymbol(symbol) as Type
    const [call] = this.#checker.getSignaturesOfType(type, SignatureKind.Call)
    const doc = docBlock(this.docOf(symbol))
    return call && symbol.flags & SymbolFlags.Function
      ? `${doc}export declare function ${name}${this.#signature(call, ': ')}`
      : `${doc}export declare const ${name}: ${this.print(type)}`
  }

  /** The members of an object type, a line each, with their docstrings. */
  members(type: Type): string {
    const checker = this.#checker
    const calls = checker
      .getSignaturesOfType(type, SignatureKind.Call)
      .map((signature) => `${this.#signature(signature, ': ')}`)
    const indexes = checker
      .getIndexInfosOfType(type)
      .map(({ keyType, valueType }) => `[key: ${this.print(keyType)}]: ${this.print(valueType)}`)
    return [...calls, ...indexes, ...checker.getPropertiesOfType(type).map((member) => this.#member(member))].join('\n')
  }

  #member(member: TsSymbol): string {
    const checker = this.#checker
    const type = checker.getTypeOfSymbol(member) as Type
    const isOptional = (member.flags & SymbolFlags.Optional) !== 0
    const name = isPlainName(member.name) ? member.name : `'${member.name}'`
    const doc = this.#origin(member) === 'library' ? '' : docBlock(this.docOf(member))
    const [call, ...others] = checker.getSignaturesOfType(type, SignatureKind.Call)
    if (member.flags & SymbolFlags.Method && call && others.length === 0) {
      return `${doc}${name}${isOptional ? '?' : ''}${this.#signature(call, ': ')}`
    }
    const isReadonly =
      /^readonly\b/.test(this.#sourceText(member)) || (member.flags & SymbolFlags.Accessor) === SymbolFlags.GetAccessor
    return `${doc}${isReadonly ? 'readonly ' : ''}${name}${isOptional ? '?' : ''}: ${this.#withoutUndefined(type, isOptional)}`
  }

  #sourceText(member: TsSymbol): string {
    const node = member.valueDeclaration?.resolve()
    return node ? node.getText() : ''
  }

  #withoutUndefined(type: Type, isOptional: boolean): string {
    if (!isOptional || !type.isUnionType()) return this.print(type)
    return this.#union(type.getTypes().filter(({ flags }) => !(flags & TypeFlags.Undefined)))
  }

  #signature(signature: Parameters<Checker['getReturnTypeOfSignature']>[0], arrow: ': ' | ' => '): string {
    const checker = this.#checker
    const parameters = signature.getParameters()
    const written = parameters.map((parameter, index) => {
      const type = checker.getTypeOfSymbol(parameter) as Type
      const isRest = signature.hasRestParameter && index === parameters.length - 1
      const declared = parameter.valueDeclaration?.resolve()
      const isOptional =
        declared !== undefined &&
        isParameterDeclaration(declared) &&
        (declared.questionToken !== undefined || declared.initializer !== undefined)
      // A destructured parameter has no name of its own.
      const name = isPlainName(parameter.name) && !parameter.name.startsWith('__') ? parameter.name : 'options'
      return `${isRest ? '...' : ''}${name}${isOptional ? '?' : ''}: ${this.#withoutUndefined(type, isOptional)}`
    })
    return `(${written.join(', ')})${arrow}${this.print(checker.getReturnTypeOfSignature(signature) as Type)}`
  }

  #origin(symbol: TsSymbol): SourceOf {
    const path = symbol.declarations[0]?.path ?? ''
    if (/\/typescript\/|\/lib\.[\w.]+\.d\.ts$/.test(path) || path.startsWith('bundled:')) return 'library'
    return path.includes('/node_modules/') ? 'package' : 'product'
  }

  #named(type: Type): string | null {
    const alias = type.getAliasSymbol()
    if (alias) {
      const origin = this.#origin(alias)
      const args = type.getAliasTypeArguments()
      if (origin === 'library') return this.#applied(alias.name, args)
      if (origin === 'product' && args.length === 0) {
        return this.#declare(alias, () => `export type ${alias.name} = ${this.#structure(type)}`)
      }
    }
    if (type.isIntersectionType()) {
      // A store of objects is `Store<Value> & object`.
      const store = type.getTypes().find((part) => Object.hasOwn(STORES, part.getSymbol()?.name ?? ''))
      return store ? this.#named(store) : null
    }
    const symbol = type.getSymbol()
    if (!symbol || !type.isObjectType() || (!type.isClassOrInterface() && !type.isTypeReference())) return null
    if (this.#checker.isTupleType(type) || this.#checker.isArrayType(type)) return null
    const origin = this.#origin(symbol)
    const args = type.isTypeReference() ? this.#checker.getTypeArguments(type) : []
    if (origin === 'library') return this.#applied(symbol.name, args)
    const store = STORES[symbol.name]
    if (origin === 'package' && store) {
      const name = symbol.name.replace('Preinitialized', '')
      if (name !== 'ReadableAtom') this.#declared.set('ReadableAtom', { symbol, text: READABLE })
      this.#declared.set(name, { symbol, text: store })
      return `${name}<${this.print(args[0] as Type)}>`
    }
    if (origin === 'product' && args.length === 0) {
      return this.#declare(symbol, () =>
        symbol.flags & SymbolFlags.Class
          ? this.#class(symbol, type)
          : `export interface ${symbol.name} {\n${indent(this.members(type))}\n}`,
      )
    }
    return null
  }

  /** Pages ask whether they caught one; they make none. */
  #class(symbol: TsSymbol, type: Type): string {
    const [base] = type.getBaseTypes() ?? []
    const inherited = new Set(base ? this.#checker.getPropertiesOfType(base).map(({ name }) => name) : [])
    const own = this.#checker
      .getPropertiesOfType(type)
      .filter(({ name }) => !inherited.has(name) && !name.startsWith('#') && !name.startsWith('__#'))
    const lines = ['private constructor()', ...own.map((member) => this.#member(member))].join('\n')
    return `export declare class ${symbol.name}${base ? ` extends ${this.print(base)}` : ''} {\n${indent(lines)}\n}`
  }

  #applied(name: string, args: readonly Type[]): string {
    return args.length === 0 ? name : `${name}<${args.map((type) => this.print(type)).join(', ')}>`
  }

  #declare(symbol: TsSymbol, text: () => string): string {
    const known = this.#declared.get(symbol.name)
    if (known && known.symbol.id !== symbol.id) throw new Error(`Two types of the surface are named ${symbol.name}`)
    if (!known) {
      const entry = { symbol, text: '' }
      this.#declared.set(symbol.name, entry)
      entry.text = docBlock(this.docOf(symbol)) + text()
    }
    return symbol.name
  }

  #structure(type: Type): string {
    if (this.#within.includes(type.id)) throw new Error(`${this.#checker.typeToString(type)} holds itself: name it`)
    this.#within.push(type.id)
    try {
      if (type.isUnionType()) return this.#union(type.getTypes())
      if (type.isStringLiteralType()) return `'${type.value}'`
      if (this.#checker.isArrayType(type) && type.isTypeReference()) return this.#array(type)
      if (this.#checker.isTupleType(type) && type.isTypeReference()) return this.#tuple(type)
      if (type.isObjectType() || type.isIntersectionType()) return this.#object(type)
      return this.#checker.typeToString(type)
    } finally {
      this.#within.pop()
    }
  }

  #union(types: readonly Type[]): string {
    const isBoolean = types.filter((type) => type.isBooleanLiteralType()).length === 2
    const others = isBoolean ? types.filter((type) => !type.isBooleanLiteralType()) : types
    const written = others.map((type) => {
      const text = this.print(type)
      return text.includes('=>') && !text.startsWith('{') ? `(${text})` : text
    })
    // What stands for nothing comes last, as people write it.
    const isNothing = (text: string) => text === 'null' || text === 'undefined'
    return [
      ...new Set([
        ...written.filter((text) => !isNothing(text)),
        ...(isBoolean ? ['boolean'] : []),
        ...written.filter(isNothing),
      ]),
    ].join(' | ')
  }

  #array(type: Parameters<Checker['getTypeArguments']>[0]): string {
    const item = this.print(this.#checker.getTypeArguments(type)[0] as Type)
    const isReadonly = type.getSymbol()?.name === 'ReadonlyArray'
    return `${isReadonly ? 'readonly ' : ''}${/[|&\s]/.test(item) && !item.startsWith('{') ? `(${item})` : item}[]`
  }

  #tuple(type: Parameters<Checker['getTypeArguments']>[0]): string {
    const items = this.#checker.getTypeArguments(type).map((item) => this.print(item))
    const target = type.getTarget()
    return `${target.isTupleType() && target.readonly ? 'readonly ' : ''}[${items.join(', ')}]`
  }

  #object(type: Type): string {
    const [call, ...others] = this.#checker.getSignaturesOfType(type, SignatureKind.Call)
    const members = this.#checker.getPropertiesOfType(type)
    if (call && others.length === 0 && members.length === 0) return this.#signature(call, ' => ')
    const written = this.members(type)
    if (written === '') return '{}'
    return written.includes('\n') && /\/\*\*|^\s/m.test(written)
      ? `{\n${indent(written)}\n}`
      : `{ ${written.split('\n').join('; ')} }`
  }
}
