import { sendKeys } from '@web/test-runner-commands'
import { equal, until } from './check.ts'

// Its element is loaded there, in a chunk of its own.
const { button, check, grid, hover, names, offers, one, push, row, says, shown, rowNames, textOf } = await import(
  './alarm-feed-driver.ts'
)

const login = { token: 'T', user_id: 8, tenant_id: 1, name: 'Wu', menuPermissions: 'P10000' }
const userWith = (...roles: string[]) => ({ answers: { 'POST /yun/v2/user/login': () => ({ ...login, roles }) } })
const reader = userWith('P10000', 'P73000')
const toolbar = ({ shadowRoot }: HTMLElement & { shadowRoot: ShadowRoot }) =>
  shadowRoot.querySelector('.feed-selection')

it('a user who may only read alarms finds no boxes, no buttons and no line for a selection, and is told why', async () => {
  const { feed } = await shown('', reader)
  await names(feed, ['Alarm 3', 'Alarm 2', 'Alarm 1'])
  equal([offers(feed, 'Confirm'), feed.shadowRoot.querySelectorAll('.feed-grid input').length], [false, 0])
  equal(toolbar(feed), null)
  await says(feed, 'Read only: no right to confirm')
})
it('a user who may only read alarms sees what waits all the same', async () => {
  const played = await shown('sort="-alarm_time"', reader)
  const { feed } = played
  await hover(feed, 'Alarm 2')
  push(played, one(9))
  ;(await button(feed, /^1 new/)).click()
  await until('shown', () => rowNames(feed)[0] === 'Alarm 9')
})
it('a user who may only read alarms has keys that do nothing listed nowhere', async () => {
  const { feed, server } = await shown('', reader)
  ;(await grid(feed)).focus()
  for (const press of ['j', 'x', 'a', 's']) await sendKeys({ press })
  await sendKeys({ press: '?' })
  await says(feed, 'Next alarm')
  equal([textOf(feed).includes('Shelve the selected'), textOf(feed).includes('Confirm the selected')], [false, false])
  equal(feed.shadowRoot.querySelectorAll('[role=dialog]').length, 1)
  equal(server.requestsOf('PUT /rAlarmDev/confirm').length, 0)
})
it('a user who may confirm and not shelve finds no button and no key for shelving', async () => {
  const { feed } = await shown('', userWith('P73000', 'P73100'))
  await check(feed, 'Alarm 3')
  await button(feed, 'Confirm 1')
  equal(toolbar(feed)?.textContent?.includes('Shelve'), false)
  ;(await grid(feed)).focus()
  await sendKeys({ press: 's' })
  equal(feed.shadowRoot.querySelector('[role=dialog]'), null)
})
it('a user who may shelve and not take out of service is offered times alone', async () => {
  const { feed } = await shown('', userWith('P73000', 'P73200'))
  await check(feed, 'Alarm 3')
  equal(offers(feed, 'Confirm 1'), false)
  ;(await button(feed, 'Shelve')).click()
  await says(feed, '15 min')
  equal(textOf(feed).includes('Out of service'), false)
})
it('a user who may take out of service and not shelve is offered no times', async () => {
  const { feed } = await shown('', userWith('P73000', 'P73300'))
  await check(feed, 'Alarm 3')
  ;(await button(feed, 'Shelve')).click()
  await says(feed, 'Out of service')
  equal(textOf(feed).includes('15 min'), false)
})
it('an alarm feed on a wall says nothing about rights', async () => {
  const { feed } = await shown('read-only')
  await row(feed, 'Alarm 2')
  equal([textOf(feed).includes('no right'), toolbar(feed)], [false, null])
})

describe("a page's own token", () => {
  const guest = (grantedPermissions: string) =>
    shown('', {
      isGuest: true,
      answers: {
        'POST /userPrivileges': () => ({ grantedPermissions, menuPermissions: '', timezone: 'Asia/Shanghai' }),
      },
    })

  it("a page's own token without the right to confirm shows alarms and nothing to do with them", async () => {
    const { feed } = await guest('P10000')
    await names(feed, ['Alarm 3', 'Alarm 2', 'Alarm 1'])
    await says(feed, 'Read only')
    equal([offers(feed, 'Confirm'), feed.shadowRoot.querySelectorAll('.feed-grid input').length], [false, 0])
    ;(await row(feed, 'Alarm 2')).click()
    await says(feed, 'Stop the pump')
    equal(feed.shadowRoot.querySelectorAll('.side-panel .button-primary, .side-panel textarea').length, 0)
  })
  it("a page's own token that is over offers no confirming any more", async () => {
    const { feed, server } = await guest('P10000,P73000,P73100')
    await button(feed, 'Confirm Alarm 2')
    server.push({ type: 'refused', code: '100009', fault: 'expired' })
    await says(feed, 'Session over')
    await until('nothing to confirm', () => !offers(feed, 'Confirm Alarm 2'))
    equal(textOf(feed).includes('no right'), false)
  })
  it("a page's own token with the right confirms, and never shelves", async () => {
    const { feed, server } = await guest('P10000,P73000,P73100')
    ;(await button(feed, 'Confirm Alarm 2')).click()
    await until('requested', () => server.requestsOf('PUT /rAlarmDev/confirm').length === 1)
    await check(feed, 'Alarm 3')
    await button(feed, 'Confirm 1')
    ;(await grid(feed)).focus()
    await sendKeys({ press: 's' })
    equal(feed.shadowRoot.querySelector('[role=dialog]'), null)
  })
})
