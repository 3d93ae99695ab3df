/** Lines that stand together: those of an earlier message, which begin with `>`, without that sign, or the own ones. */
export interface TextBlock {
  text: string
  isQuote: boolean
}

const SIGN = /^> ?/

/** A plain text in blocks, in their order. Empty lines around what is quoted are left out. */
export function quoteBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  for (const line of text.split('\n')) {
    const isQuote = SIGN.test(line)
    const own = isQuote ? line.replace(SIGN, '') : line
    const last = blocks.at(-1)
    if (last?.isQuote === isQuote) last.text += `\n${own}`
    else blocks.push({ text: own, isQuote })
  }
  if (blocks.length === 1) return blocks
  return blocks.map((block) => ({ ...block, text: block.text.replace(/^\n+|\n+$/g, '') })).filter((block) => block.text)
}
