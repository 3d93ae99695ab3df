import type { Page, Played, Then } from './axe-page.ts'
import { ONLY_READY } from './axe-page.ts'
import { until } from './check.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const answers = {
  'GET /yun/login/check': () => ({ puzzle: true, graphic_code: true, experience: true }),
  'POST /yun/login/puzzle': () => ({
    puzzle_id: 'p1',
    picture: PNG,
    piece: PNG,
    width: 280,
    height: 150,
    piece_width: 52,
  }),
}

/** Each graphic code has an address of its own. */
export const answerPictures = (server: Played['server']) =>
  Object.setPrototypeOf(
    server.answers,
    new Proxy({}, { get: (_, call) => (/ \/yun\/login\/check\/./.test(String(call)) ? () => PNG : undefined) }),
  )
const found = ({ element }: Played, selector: string) =>
  until(selector, () => element.shadowRoot.querySelector<HTMLElement>(selector))
const press =
  (selector: string, shown: string): Then =>
  async (played) => {
    answerPictures(played.server)
    await found(played, '.graphic-code-picture img')
    ;(await found(played, selector)).click()
    await found(played, shown)
  }

/** The ways in, for who is not signed in. */
export const ENTRANCE_PAGES: Record<string, readonly Page[]> = {
  'sg-sign-in': [
    {
      answers: {},
      states: ONLY_READY,
      reach: async (played) => (await found(played, 'button[type=submit]')).click(),
    },
    {
      shape: 'with all checks',
      attributes: { 'with-experience': '', 'register-path': '/register', 'recover-path': '/findPass' },
      answers,
      reach: press('.sign-in-visit button', '.puzzle-piece'),
    },
  ],
  'sg-register': [{ answers, states: ONLY_READY, reach: press('button[type=submit]', '.register-wrong') }],
  'sg-first-administrator': [{ answers: {}, states: ONLY_READY }],
  'sg-own-password': [
    {
      answers: {
        'GET /yun/sys/signIn/rule': () => ({ password_rule: { least: 6, most: 11, any: false }, one_session: false }),
      },
      states: ONLY_READY,
      reach: async (played) => {
        ;(await found(played, 'button[type=submit]')).click()
        await found(played, '.field-error')
      },
    },
  ],
  'sg-find-password': [{ answers, states: ONLY_READY, reach: press('button[type=submit]', '.field-error') }],
}
