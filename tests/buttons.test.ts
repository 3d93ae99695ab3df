import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const views = ['elements', 'host']
  .flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)),
  )
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => ({ path, code: readFileSync(join(ROOT, path), 'utf8') }))

/** A main button, and behind it in the same row one that cancels. */
const TURNED = /look="primary"(?:(?!<\/>|actions=)[\s\S])*?<Button[^>]*>\s*\{[\w.]*cancel\}/

test('a button that cancels stands before the main one, everywhere', () => {
  expect(views.filter(({ code }) => TURNED.test(code)).map(({ path }) => path)).toEqual([])
})

test('an order of buttons that is turned round is found', () => {
  expect(TURNED.test('<><Button look="primary">{t.make}</Button><Button onPress={onClose}>{cancel}</Button></>')).toBe(
    true,
  )
  expect(TURNED.test('<><Button onPress={onClose}>{cancel}</Button><Button look="primary">{t.make}</Button></>')).toBe(
    false,
  )
})
