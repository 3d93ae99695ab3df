/** All but the ends, which their owner knows: others may read a screen, or the log. */
export const masked = (text: string): string => {
  const at = text.indexOf('@')
  if (at >= 0) return `${text.slice(0, Math.min(2, at))}***${text.slice(at)}`
  return text.length > 7 ? `${text.slice(0, -8)}****${text.slice(-4)}` : text
}
