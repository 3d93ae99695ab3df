import { parseSync } from 'vite'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** What a function is called: itself, or what it is the value of. */
const nameOf = (node: Node): string | undefined => {
  const named = node.type === 'VariableDeclarator' || /^Function/.test(node.type) ? node.id : node.key
  return isNode(named) && typeof named.name === 'string' ? named.name : undefined
}

/** Functions of a source whose bodies have more lines than these. */
export function longFunctionsOf(path: string, source: string, most: number): string[] {
  const long: string[] = []
  const walk = (value: unknown, outer: string): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, outer)
    if (!isNode(value)) return
    const name = nameOf(value) ?? outer
    if (/Function/.test(value.type) && isNode(value.body)) {
      const lines = source.slice(value.body.start, value.body.end).split('\n').length
      if (lines > most) long.push(`${path}: ${name} has ${lines} lines`)
    }
    for (const part of Object.values(value)) walk(part, name)
  }
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new SyntaxError(`${path} cannot be parsed`)
  walk(program, 'a function')
  return long
}
