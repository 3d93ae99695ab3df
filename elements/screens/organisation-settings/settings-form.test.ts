import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type OrganisationSettings } from '../../../core/contract/organisation-settings.ts'
import { translate } from '../../../core/text/define-text.ts'
import { check, coloursOf, defaultsOf, draftOf, isDefault, settingsIn } from './settings-form.ts'
import { text } from './text.ts'

const t = translate(text, 'en')
const settings: OrganisationSettings = {
  ...DEFAULT_SETTINGS,
  timezone: 'UTC',
  week_start: 'monday',
  media_hosts: ['https://a.example', 'https://b.example:8443'],
}
const draft = draftOf(settings)

test('a draft of settings is those settings again', () => {
  expect(settingsIn(draft)).toEqual(settings)
})

test('hosts are read a line each, or with commas and spaces between, each once', () => {
  const written = ' https://a.example,https://b.example\n\nhttps://a.example '
  expect(settingsIn({ ...draft, frame_hosts: written }).frame_hosts).toEqual(['https://a.example', 'https://b.example'])
})

test.each(['http://a.example', 'https://*.example', 'https://a.example/x', 'a.example'])(
  'a host such as %s is wrong at its field',
  (host) => {
    expect(check({ ...draft, media_hosts: host }, t, 'en')).toEqual({ media_hosts: t.hostWrong({ host }) })
  },
)

test('colours that are too pale, or the same twice, are wrong at their own places', () => {
  const own_colours = [...coloursOf(draft)]
  own_colours[3] = '#ffffff'
  own_colours[5] = own_colours[0] as string
  const wrong = check({ ...draft, palette: 'own', own_colours, accent: '#eeee00' }, t, 'en')
  expect(Object.keys(wrong).sort()).toEqual(['accent', 'own_colours.3', 'own_colours.5'])
  expect(check({ ...draft, own_colours }, t, 'en')).toEqual({})
})

test('a group is at its defaults until something of it is changed', () => {
  expect(isDefault(draft, 'names')).toBe(true)
  expect(isDefault({ ...draft, footer: 'x' }, 'names')).toBe(false)
  expect(isDefault(draft, 'hosts')).toBe(false)
  expect({ ...draft, ...defaultsOf('hosts') }).toMatchObject({ media_hosts: '', timezone: 'UTC' })
})
