import { parseSync } from 'vite'

/** A test and its name, with `${}` for each expression in it. */
interface NamedTest {
  readonly line: number
  readonly name: string
}

const isNode = (value: unknown): value is Record<string, unknown> & { type: string; start: number } =>
  typeof value === 'object' && value !== null && 'type' in value
