import type { Look } from '../define-control.ts'

/**
 * What a scale lies upon. Where all lines have the colour of texts, as in the colours of the system and where more contrast
 * is requested, nothing could be told apart on a ground of that colour: it is the surface, with a line around it.
 */
export const groundOf = (look: Look): { colour: string; isOutlined: boolean } => {
  const line = look.token('line')
  return line === look.token('text-1')
    ? { colour: look.token('surface-2'), isOutlined: true }
    : { colour: line, isOutlined: false }
}
