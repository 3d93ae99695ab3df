import { fileURLToPath } from 'node:url'
import { type Plugin, parseAst } from 'vite'

const SCHEMAS = fileURLToPath(new URL('../../../core/contract/browser-schemas.ts', import.meta.url))

/** Browsers check what they are sent by a fifth of what zod is: see the file itself. */
export function browserSchemas(): Plugin {
  return { name: 'browser-schemas', enforce: 'pre', resolveId: (id) => (id === 'zod/mini' ? SCHEMAS : null) }
}

/** Calls without what only the server reads of them: it checks what it is sent, and makes the API document. */
export function browserCalls(): Plugin {
  return {
    name: 'browser-calls',
    transform: (code, id) => (/\/core\/contract\/[a-z-]+\.ts$/.test(id) ? callsAsRead(code) : null),
  }
}

/** What the client reads of a call; of `needs` only whether it is public. */
const READ = ['method', 'path', 'output', 'reply', 'changesNothing']

interface Place {
  readonly start: number
  readonly end: number
}
interface Property extends Place {
  readonly key?: { readonly name: string }
  readonly value?: { readonly value?: unknown }
}
interface Node extends Place {
  readonly type?: string
  readonly callee?: { readonly name?: string }
  readonly arguments?: readonly { readonly properties?: readonly Property[] }[]
}

/** The code of a file of the contract whose calls (`endpoint({…})`) say what browsers read. */
export function callsAsRead(code: string): string {
  let made = ''
  let written = 0
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression' && node.callee?.name === 'endpoint') {
      for (const { start, end, key, value } of node.arguments?.[0]?.properties ?? []) {
        if (!key || READ.includes(key.name) || value?.value === 'public') continue
        made += code.slice(written, start)
        written = code[end] === ',' ? end + 1 : end
      }
      return
    }
    for (const inner of Object.values(node)) if (typeof inner === 'object' && inner !== null) visit(inner)
  }
  visit(parseAst(code) as unknown as Node)
  return made + code.slice(written)
}
