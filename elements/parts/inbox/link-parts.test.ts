import { expect, test } from 'vitest'
import { linkParts } from './link-parts.ts'

const linksOf = (text: string) => linkParts(text).flatMap(({ href }) => href ?? [])

test('addresses of http and https are links, and the text stays what it was', () => {
  const text = 'See https://example.com/a?b=1, or (http://10.0.0.1:8080/x).\nNothing else'
  expect(linksOf(text)).toEqual(['https://example.com/a?b=1', 'http://10.0.0.1:8080/x'])
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test('an address ends where Chinese begins', () => {
  expect(linksOf('请看https://example.com/说明，谢谢')).toEqual(['https://example.com/'])
})

test('nothing that runs, and no address that is made to be mistaken, is a link', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
    'https://bank.com@evil.example/',
    'ftp://x',
  ])
    expect(linksOf(text)).toEqual([])
})
