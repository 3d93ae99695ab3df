import { expect, test } from 'vitest'
import { agentText } from './agent-text.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/126.0.0.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  [`Mozilla/5.0 (Linux; Android 14; K) ${CHROME} Mobile Safari/537.36 MicroMessenger/8.0.49`, 'WeChat on Android'],
])('a browser is named plainly with its system', (agent, said) => {
  expect(agentText(agent, 'en')).toBe(said)
})

test('a browser in Chinese has the system in brackets', () => {
  expect(agentText(`Mozilla/5.0 (Windows NT 10.0) ${CHROME} MicroMessenger/8.0`, 'zh')).toBe('微信（Windows）')
})

test('a program is shown as it names itself, and not at any length', () => {
  expect(agentText('curl/8.5.0', 'en')).toBe('curl/8.5.0')
  expect(agentText('x'.repeat(400), 'en')).toBe(`${'x'.repeat(60)}…`)
  expect(agentText('  ', 'en')).toBe('Unknown program')
})
