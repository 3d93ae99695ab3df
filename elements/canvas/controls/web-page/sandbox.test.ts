import { expect, test } from 'vitest'
import { isMixed, streamKind, webAddress } from '../video/addresses.ts'
import control from './control.ts'
import { sandboxOf } from './sandbox.ts'

const ours = ['https://console.example', 'https://api.example']
const sandbox = (url: string) => sandboxOf(new URL(url), ours).split(' ')

test('a shown page never leads the page around it elsewhere', () => {
  for (const url of ['https://elsewhere.example/a', 'https://console.example/b']) {
    expect(sandbox(url)).not.toContain('allow-top-navigation')
    expect(sandbox(url)).not.toContain('allow-popups')
  }
})

test('a page of another site keeps its own storage, and one of ours is isolated from us', () => {
  expect(sandbox('https://elsewhere.example/')).toContain('allow-same-origin')
  expect(sandbox('https://console.example/embed')).not.toContain('allow-same-origin')
  expect(sandbox('https://api.example/file')).not.toContain('allow-same-origin')
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'blob:https://x/1', '//x', 'x', ' '])(
  'the address %j is refused at the field, and by the view',
  (url) => {
    expect(control.props.safeParse({ ...control.defaults, url }).success).toBe(false)
    expect(webAddress(url)).toBeNull()
  },
)

test('http in a page of https is recognised, but not that of the machine itself', () => {
  expect(isMixed(new URL('http://camera/'), { protocol: 'https:' })).toBe(true)
  expect(isMixed(new URL('http://localhost/'), { protocol: 'https:' })).toBe(false)
  expect(isMixed(new URL('http://camera/'), { protocol: 'http:' })).toBe(false)
})

test.each([
  ['https://x/live.m3u8?token=1', 'hls'],
  ['https://x/live.FLV', 'flv'],
  ['https://x/live.ts', 'mpegts'],
  ['https://x/film.mp4', 'file'],
])('%s is a stream of %s', (url, kind) => {
  expect(streamKind('auto', new URL(url))).toBe(kind)
  expect(streamKind('flv', new URL(url))).toBe('flv')
})
