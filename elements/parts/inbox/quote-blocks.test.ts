import { expect, test } from 'vitest'
import { quoteBlocks } from './quote-blocks.ts'

test('quoted text is separated from written text, without its marks', () => {
  expect(quoteBlocks('Done.\n\nLi wrote:\n> See\n>\n> > pump 3\n\nBye')).toEqual([
    { text: 'Done.\n\nLi wrote:', isQuote: false },
    { text: 'See\n\n> pump 3', isQuote: true },
    { text: 'Bye', isQuote: false },
  ])
})

test('a text that quotes nothing is one block, as it was', () => {
  expect(quoteBlocks('\n90 > 80\n')).toEqual([{ text: '\n90 > 80\n', isQuote: false }])
})
