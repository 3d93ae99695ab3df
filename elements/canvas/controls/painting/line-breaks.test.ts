import { expect, test } from 'vitest'
import { brokenLines, unbreakable } from './line-breaks.ts'

/** A Chinese character is as wide as two Latin letters. */
const measure = (piece: string) => [...piece].reduce((width, sign) => width + (sign > 'ÿ' ? 2 : 1), 0)

test('English breaks between words, and its blanks do not begin a line', () => {
  expect(brokenLines('the quick brown fox', 10, measure)).toEqual(['the quick', 'brown fox'])
})

test('Chinese breaks between any two characters', () => {
  expect(brokenLines('沉淀池出水浊度', 8, measure)).toEqual(['沉淀池出', '水浊度'])
})

test('no line begins with a closing mark or ends with an opening one', () => {
  expect(brokenLines('进水，出水。', 4, measure)).toEqual(['进', '水，', '出', '水。'])
  expect(unbreakable('值（高）')).toEqual(['值', '（高）'])
})

test('a number stays with its percent sign, and Latin words within Chinese stay whole', () => {
  expect(unbreakable('投加 PAC 为 50%左右')).toEqual(['投', '加 ', 'PAC ', '为 ', '50%', '左', '右'])
})

test('a word that is wider than the line is broken where it must be', () => {
  expect(brokenLines('ab supercalifragilistic', 8, measure)).toEqual(['ab', 'supercal', 'ifragili', 'stic'])
})

test('line ends of the text are kept, empty lines too', () => {
  expect(brokenLines('一\n\n二', 20, measure)).toEqual(['一', '', '二'])
  expect(brokenLines('一\r\n二', Number.POSITIVE_INFINITY, measure)).toEqual(['一', '二'])
})
