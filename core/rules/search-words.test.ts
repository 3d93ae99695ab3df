import { expect, test } from 'vitest'
import { fitOf, markedParts, searchWords } from './search-words.ts'

test('a search is its words without case, each once, and full-width letters are plain ones', () => {
  expect(searchWords('  Pump　ＰＬＣ１ pump ')).toEqual(['pump', 'plc1'])
  expect(searchWords('城东 水位')).toEqual(['城东', '水位'])
  expect(searchWords('   ')).toEqual([])
  expect(searchWords('a b c d e f g h i j')).toHaveLength(8)
})

test('a name that is what was typed fits better than one that begins so, or that only has it somewhere', () => {
  const names = ['Old spumps', 'East pump', 'Pump 2', 'pump', 'Valve']
  expect(names.map((name) => fitOf(['pump'], name))).toEqual([3, 2, 1, 0, 4])
  expect(fitOf(['水泵'], '城东水泵')).toBe(3)
})

test('every found part of a name is marked, whatever its case', () => {
  expect(markedParts('East Pump station', ['pump', 'st'])).toEqual([
    { text: 'Ea', isFound: false },
    { text: 'st', isFound: true },
    { text: ' ', isFound: false },
    { text: 'Pump', isFound: true },
    { text: ' ', isFound: false },
    { text: 'st', isFound: true },
    { text: 'ation', isFound: false },
  ])
  expect(markedParts('城东供水泵站', ['水泵'])).toEqual([
    { text: '城东供', isFound: false },
    { text: '水泵', isFound: true },
    { text: '站', isFound: false },
  ])
  expect(markedParts('Valve', [])).toEqual([{ text: 'Valve', isFound: false }])
})

test('a name whose small letters are longer stays as it is', () => {
  expect(markedParts('İzmir pump', ['pump'])).toEqual([{ text: 'İzmir pump', isFound: false }])
})
