import { expect, test } from 'vitest'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { translate } from '../../../core/text/define-text.ts'
import { answerTo, draftOf, EMPTY, hasTargets, targetsOf } from './draft.ts'
import { targetsText } from './targets-text.ts'
import { text } from './text.ts'

const person = (user_id: number, name: string) => ({ user_id, user_name: `u${user_id}`, name })
const targets = {
  everybody: false,
  administrators: true,
  users: [person(7, 'Li')],
  user_groups: [{ user_group_id: 3, group_name: 'East' }],
  roles: [{ role_id: 4, role_name: 'Shift' }],
}

test('an unsent notice is edited with all that it goes to', () => {
  const notice = { notice_id: 1, title: 'a', body: 'b', targets }
  const own = { ...notice, created_time: 0, changed_time: 0, sent_time: null, receivers: 0, readers: 0 }
  expect(targetsOf(draftOf(own))).toEqual({
    everybody: false,
    administrators: true,
    user_ids: [7],
    user_group_ids: [3],
    role_ids: [4],
  })
})

const received = (title: string, body: string) => ({ ...person(7, 'Li'), title, body })
const EN = { prefix: 'Re: ', wrote: 'On 20 November Li wrote:' }

test('an answer goes to who wrote, under a title that fits, above what he wrote', () => {
  const answer = answerTo(received('x'.repeat(80), 'first\n> second'), EN)
  expect(answer.title).toBe(`Re: ${'x'.repeat(60)}`)
  expect(answerTo(received(`${'x'.repeat(59)}🔥`, ''), EN).title).toBe(`Re: ${'x'.repeat(59)}`)
  expect(answer.body).toBe('\n\nOn 20 November Li wrote:\n> first\n> > second')
  expect(targetsOf(answer).user_ids).toEqual([7])
  expect(hasTargets(answer)).toBe(true)
  expect(hasTargets(EMPTY)).toBe(false)
})

test('an answer to an answer says so once, in whatever language it was', () => {
  expect(answerTo(received('回复：泵 3', ''), EN)).toMatchObject({ title: '回复：泵 3', body: '' })
})

test('what is quoted leaves room for what is answered', () => {
  const { body } = answerTo(received('a', 'y\n'.repeat(1000)), EN)
  expect(body.length).toBeLessThan(LIMITS.noticeBody - 900)
  expect(body.endsWith('…')).toBe(true)
})

test('the receivers of a notice fit a column: a few names, and how many more', () => {
  const en = translate(text, 'en')
  expect(targetsText({ targets }, en, 'en')).toBe('My administrators, Group East and 2 more')
  expect(targetsText({ targets }, translate(text, 'zh'), 'zh')).toContain('等 4 项')
  const nobody = { ...targets, administrators: false, users: [], user_groups: [], roles: [] }
  expect(targetsText({ targets: nobody }, en, 'en')).toBe('Nobody is left')
})
