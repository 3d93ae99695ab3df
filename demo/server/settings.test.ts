import { expect, test } from 'vitest'
import { helpText, readSettings, SETTINGS, SettingsError } from './settings.ts'

const refusal = (env: Record<string, string>): string => {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return ''
}

test('an empty environment gives the defaults', () => {
  expect(readSettings({ PORT: '' })).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    BASE_PATH: '/console',
    DEMO: true,
    CORS_ORIGINS: ['*'],
    DATABASE_URL: '',
  })
})

test('names of a new demo are in the language of the machine unless another is set', () => {
  const own = Intl.DateTimeFormat().resolvedOptions().locale.startsWith('zh') ? 'zh' : 'en'
  expect(readSettings({}).DEMO_LANGUAGE).toBe(own)
  for (const DEMO_LANGUAGE of ['zh', 'en'] as const)
    expect(readSettings({ DEMO_LANGUAGE }).DEMO_LANGUAGE).toBe(DEMO_LANGUAGE)
  expect(refusal({ DEMO_LANGUAGE: 'de' })).toBe('DEMO_LANGUAGE must be zh, en or system.')
})

test('a demo that other machines could reach needs a word for that', () => {
  expect(refusal({ HOST: '0.0.0.0', MQTT_HOST: '192.0.2.1' })).toMatch(
    /^DEMO=on [^\n]*HOST and MQTT_HOST[^\n]*DEMO_ON_NETWORK=on[^\n]*$/,
  )
  expect(refusal({ HOST: '127.0.0.1.example' })).toContain('DEMO_ON_NETWORK')
  expect(readSettings({ HOST: '0.0.0.0', DEMO_ON_NETWORK: 'on' }).DEMO).toBe(true)
  expect(readSettings({ HOST: '0.0.0.0', DEMO: 'off' }).DEMO).toBe(false)
  for (const HOST of ['localhost', '127.0.0.2', '::1']) expect(readSettings({ HOST }).DEMO).toBe(true)
})

test.each([
  ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '65536', 'PORT must be a whole number from 0 to 65535.'],
  ['BASE_PATH', 'console/', 'BASE_PATH must begin with / and not end with it, like /console.'],
  ['DEMO', 'yes', 'DEMO must be on or off.'],
  ['DATABASE_URL', 'mysql://a:secret@b/c', 'DATABASE_URL must be an address that begins with postgres://'],
  ['PROVISIONING', 'closed', 'PROVISIONING must be open or list.'],
  ['CORS_ORIGINS', 'https://a.example/path', 'CORS_ORIGINS must be * or origins like https://plant.example'],
  ['MEDIA_HOSTS', 'http://cameras.example', 'MEDIA_HOSTS must be origins of https'],
  ['MEDIA_HOSTS', 'https://*.example', 'MEDIA_HOSTS must be origins of https'],
  ['FRAME_HOSTS', 'https://wiki.example/', 'FRAME_HOSTS must be origins of https'],
  ['FRAME_HOSTS', 'https://wiki.example;script-src', 'FRAME_HOSTS must be origins of https'],
])('%s=%s is refused in one sentence', (name, value, sentence) => {
  expect(refusal({ [name]: value })).toContain(sentence)
})

test('a refused setting does not show its value, which may be a password', () => {
  expect(refusal({ DATABASE_URL: 'mysql://a:secret@b/c' })).not.toContain('secret')
})

test('all wrong settings are reported at once', () => {
  expect(refusal({ PORT: 'x', DEMO: 'x' }).split('\n')).toHaveLength(2)
})

test('the login check cannot be turned off in production', () => {
  expect(refusal({ LOGIN_CHECK: 'off', DEMO: 'off', NODE_ENV: 'production' })).toContain('LOGIN_CHECK=off')
  expect(readSettings({ LOGIN_CHECK: 'off' }).LOGIN_CHECK).toBe(false)
})

test('the demo accounts, whose password is known, are not made in production', () => {
  expect(refusal({ NODE_ENV: 'production' })).toMatch(/^DEMO=on [^\n]+$/)
  expect(readSettings({ DEMO: 'off', NODE_ENV: 'production' }).DEMO).toBe(false)
})

test('the help names every setting with its default', () => {
  for (const [name, { fallback }] of Object.entries(SETTINGS)) {
    expect(helpText()).toMatch(new RegExp(`^  ${name} `, 'm'))
    expect(helpText()).toContain(`(default: ${fallback || 'not set'})`)
  }
})
