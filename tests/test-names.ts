import { parseSync } from 'vite'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** `test` of `test.each(rows)`, `test.skipIf(condition)` and the like; null for every other function. */
function rootOf(callee: unknown): string | null {
  if (!isNode(callee)) return null
  if (callee.type === 'Identifier') return callee.name as string
  if (callee.type === 'MemberExpression') {
    const { name } = callee.property as { name?: string }
    return name === 'describe' ? null : rootOf(callee.object)
  }
  if (callee.type === 'CallExpression') return rootOf(callee.callee)
  return callee.type === 'TaggedTemplateExpression' ? rootOf(callee.tag) : null
}

/** Names of the tests in a source, as they are written. */
export function testNamesOf(path: string, source: string): string[] {
  const names: string[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk)
    if (!isNode(value)) return
    if (value.type === 'CallExpression' && ['test', 'it'].includes(rootOf(value.callee) ?? '')) {
      const [first] = value.arguments as Node[]
      if (first?.type === 'TemplateLiteral' || typeof first?.value === 'string')
        names.push(source.slice(first.start + 1, first.end - 1))
    }
    Object.values(value).forEach(walk)
  }
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new SyntaxError(`${path} cannot be parsed`)
  walk(program)
  return names
}

const FRAGMENT_BEGINS_WITH = [
  'is|are|was|were|has|have|had|does|do|did|can|cannot|may|must|will|also|and|or|nor|but|not|it|they|its|their',
  'of|with|in|on|at|by|for|from|to|that|which|whose',
  'says?|shows?|tells?|asks?|keeps?|takes?|gives?|refuses|stays?|works|leads?|goes|leaves|ends|moves?|opens|finds',
  'follows|begins|comes?|makes|draws|lets|marks|offers|sends|brings|paints|stands|becomes?|needs|turns|holds|looks',
  'hears|passes|deletes|loses|reaches|answers|waits|reads|gets|sets|carries|adds|sees|saves|binds',
  'speaks|narrows|tries|copies|hides|locks|puts|stops|falls|runs?|raises|confirms|ignores|checks',
].join('|')

/** Whether a test's name lacks its subject, so that it says nothing in a list of failures. */
export const isFragment = (name: string): boolean => new RegExp(`^(${FRAGMENT_BEGINS_WITH})\\b(?!-)`).test(name)
