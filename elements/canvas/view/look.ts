import { tokensAt } from '../../kit/tokens-at.ts'
import type { Look } from '../controls/define-control.ts'

const TOKEN = /^var\(\s*--sg-([a-z0-9-]+)\s*(?:,\s*([^()]*))?\)$/

interface LookParts extends Pick<Look, 'style' | 'lang' | 'timezone' | 'picture'> {
  /** Where the screen stands: its theme's tokens are read there, once. */
  element: HTMLElement
}

/** What painters draw with, read at one time: a change of theme, language or style makes another one. */
export function readSceneLook({ element, ...rest }: LookParts): Look {
  const read = tokensAt(element)
  const tokens = new Map<string, string>()
  const token = (role: string): string => {
    const known = tokens.get(role)
    if (known !== undefined) return known
    const value = read(role)
    tokens.set(role, value)
    return value
  }
  const colours = new Map<string, string>()
  const colour = (named: string): string => {
    const known = colours.get(named)
    if (known !== undefined) return known
    const [, role, fallback] = TOKEN.exec(named.trim()) ?? []
    const value = role ? token(role) || fallback?.trim() || token('text-1') : named
    colours.set(named, value)
    return value
  }
  return { ...rest, colour, token, fontFamily: token('font') }
}
