import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../../core/contract/contract.ts'
import { auditOf, makeRole, makeUser, refusalOf } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import {
  DESIGNING,
  granted,
  makeDesigner,
  makeDevice,
  makeTemplate,
  POINTS,
  RULE,
} from '../../../tests/server/shown-screens.ts'
import type { Caller } from '../http/caller.ts'
import { alarmRulesAnswers } from './answers.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const PATH = '/yun/alarmRules'
const list = (owner: object, by = 'admin') => server.call(by, 'GET', PATH, owner)
const save = (owner: object, rules: object[], by = 'admin') => server.call(by, 'PUT', PATH, { ...owner, rules })
const pump = (overrides: object = {}) => makeTemplate(server, { points: POINTS, alarm_rules: [RULE], ...overrides })
async function reported(sn_code: string, value: number) {
  const device = server.fleet.get(sn_code)
  const point = device?.points.get('flow')
  if (!device || !point) throw new Error(`${sn_code} has no flow`)
  await server.alarms.evaluate(device, [{ data_time: Date.now(), values: [{ point, value, quality: 'good' }] }])
}
const idsOf = (set: { rules: { rule_id: string }[] }) => set.rules.map(({ rule_id }) => rule_id)

describe('rules of a template', () => {
  test('a rule saved with its id stays the same rule, whatever else changes', async () => {
    const template_id = await pump()
    const before = await granted(list({ template_id }))
    const [rule] = before.rules
    expect(rule).toMatchObject({ ...RULE, rule_id: expect.stringMatching(/^\d+$/), on_delay_s: 0, channels: [] })
    const second = { ...RULE, alarm_name: '流量过低', condition: 'below', threshold: 5 }
    const changed = { ...rule, alarm_name: '改名', key: 'valve', condition: 'equals', threshold: 1, dead_band: 0 }
    const after = await granted(save({ template_id }, [second, changed]))
    expect(after.rules[1]).toMatchObject({ rule_id: rule.rule_id, alarm_name: '改名', key: 'valve' })
    expect(after.rules.map(({ alarm_name }: { alarm_name: string }) => alarm_name)).toEqual(['流量过低', '改名'])
    expect(after.revision).not.toBe(before.revision)
  })

  test('rules of a template keep their order, and a missing one is deleted', async () => {
    const template_id = await pump()
    const named = ['a', 'b', 'c'].map((alarm_name) => ({ ...RULE, alarm_name }))
    const first = await granted(save({ template_id }, named))
    const turned = await granted(save({ template_id }, [first.rules[2], first.rules[0]]))
    expect(idsOf(turned)).toEqual([idsOf(first)[2], idsOf(first)[0]])
    expect((await granted(server.call('admin', 'GET', '/yun/module/basic', { template_id }))).alarm_rules).toHaveLength(
      2,
    )
  })

  test('rules of a template are not overwritten by a user who has not seen the newest ones', async () => {
    const template_id = await pump()
    const { rules, revision } = await granted(list({ template_id }))
    await granted(save({ template_id }, [{ ...rules[0], threshold: 80 }]))
    const late = await server.call('admin', 'PUT', PATH, { template_id, rules: [], revision })
    expect(refusalOf(late)).toBe('100006 revision')
    expect((await granted(list({ template_id }))).rules).toHaveLength(1)
  })

  test('a rule of another list is not moved into this one', async () => {
    const [mine, other] = [await pump(), await pump()]
    const { rules } = await granted(list({ template_id: other }))
    expect(refusalOf(await save({ template_id: mine }, rules))).toBe('100006 rules.0.rule_id')
  })

  test.each([
    ['a range upside down', { condition: 'outside', threshold: 9, threshold_high: 1 }, 'threshold_high'],
    ['no limit', { threshold: null }, 'threshold'],
    [
      'an alarm that would never end',
      { condition: 'outside', threshold: 0, threshold_high: 4, dead_band: 2 },
      'dead_band',
    ],
    ['silence without its length', { condition: 'no_data' }, 'no_data_s'],
    ['a broken expression', { suppress_when: 'valve ==' }, 'suppress_when'],
    ['an expression over a point that is not there', { suppress_when: 'pressure > 3' }, 'suppress_when'],
    ['a look at the past that suppresses', { suppress_when: 'avg(flow, 60) > 3' }, 'suppress_when'],
    ['a text with a point that is not there', { alarm_text: '压力 {{pressure}}' }, 'alarm_text'],
    ['a switch that is above something', { key: 'valve' }, 'condition'],
  ])('an invalid rule is refused at its field: %s', async (_, overrides, field) => {
    const template_id = await pump()
    expect(refusalOf(await save({ template_id }, [{ ...RULE, ...overrides }]))).toBe(`100006 rules.0.${field}`)
  })

  test('a rule that equals another is refused at its name, and accepted at another level', async () => {
    const template_id = await pump()
    const { rules } = await granted(list({ template_id }))
    const twin = { ...RULE, threshold: 95 }
    expect(refusalOf(await save({ template_id }, [...rules, twin]))).toBe('100006 rules.1.alarm_name')
    expect((await granted(save({ template_id }, [...rules, { ...twin, alarm_level: 5 }]))).rules).toHaveLength(2)
  })

  test('rules are saved for as many calls as there are many', async () => {
    const template_id = await pump()
    const caller = (await server.sessions.callerOf(await server.tokenOf('admin'))) as Caller
    let spent = 0
    const { save } = alarmRulesAnswers(server)
    const many = Array.from({ length: 100 }, (_, n) => ({ ...RULE, alarm_name: `R${n}` }))
    const input = contract.alarmRules.save.input.parse({ template_id, rules: many })
    await save(input, { ...caller, spend: (calls) => (spent += calls) })
    expect(spent).toBe(10)
  })

  test('a rule whose point is deleted does not keep the others from being saved', async () => {
    const template_id = await pump({ alarm_rules: [{ ...RULE, suppress_when: 'valve == 0' }] })
    await granted(server.call('admin', 'PUT', '/yun/module', { template_id, points: POINTS.slice(0, 1) }))
    const { rules } = await granted(list({ template_id }))
    const saved = await granted(save({ template_id }, [...rules, { ...RULE, alarm_name: '新' }]))
    expect(saved.rules).toHaveLength(2)
  })

  test('each change of a rule is in the audit with its details', async () => {
    const template_id = await pump()
    const { rules, name } = await granted(list({ template_id }))
    await granted(save({ template_id }, rules))
    await granted(save({ template_id }, [{ ...rules[0], threshold: 70 }]))
    const lines = (await auditOf(server, { action: ['alarm-rules'] })).filter(({ target }) => target === name)
    expect(lines).toHaveLength(1)
    expect(lines[0]?.detail.rules).toMatchObject({ before: [{ threshold: 90 }], after: [{ threshold: 70 }] })
  })
})

describe('rules of one device', () => {
  test('rules of one device are listed apart from those of its template', async () => {
    const template_id = await pump({ module_name: '有规则的模板' })
    const [sn_code, sibling] = [await makeDevice(server, { template_id }), await makeDevice(server, { template_id })]
    expect(await granted(list({ sn_code }))).toMatchObject({
      rules: [],
      template: { template_id, module_name: '有规则的模板', rules: [RULE] },
    })
    const saved = await granted(save({ sn_code }, [{ ...RULE, threshold: 50 }]))
    expect(saved.rules).toHaveLength(1)
    expect((await granted(list({ template_id }))).rules).toHaveLength(1)
    expect((await granted(list({ sn_code: sibling }))).rules).toEqual([])
  })
})

test('a point that is hidden at a device is marked among the points of its rules', async () => {
  const template_id = await pump()
  const sn_code = await makeDevice(server, { template_id })
  const hidden = async () => {
    const { points } = await granted(list({ sn_code }))
    return points.filter((one: { is_hidden?: boolean }) => one.is_hidden).map(({ key }: { key: string }) => key)
  }
  expect(await hidden()).toEqual([])
  await granted(server.call('admin', 'PUT', '/dev/points', { sn_code, key: RULE.key, is_hidden: true }))
  expect(await hidden()).toEqual([RULE.key])
})

describe('alarms that stand', () => {
  test('open alarms are counted with their rule, on devices that the caller sees', async () => {
    const template_id = await pump()
    const [sn_code, other] = [await makeDevice(server, { template_id }), await makeDevice(server, { template_id })]
    await granted(save({ sn_code }, [{ ...RULE, threshold: 50 }]))
    for (const sn of [sn_code, other]) await reported(sn, 95)
    const openOf = ({ rules }: { rules: { open_alarms: number }[] }) => rules.map(({ open_alarms }) => open_alarms)
    expect(openOf(await granted(list({ template_id })))).toEqual([2])
    const own = await granted(list({ sn_code }))
    expect([openOf(own), openOf(own.template)]).toEqual([[1], [1]])
    const off = await granted(save({ sn_code }, [{ ...own.rules[0], is_enabled: false }]))
    expect(openOf(off)).toEqual([0])
  })
})

describe('who may', () => {
  test('rules are listed for a template or a device, and for only one of them', async () => {
    expect(refusalOf(await list({}))).toBe('100006 template_id')
    expect(refusalOf(await list({ template_id: 1, sn_code: 'TS0001' }))).toBe('100006 template_id')
  })

  test('reading rules does not include changing them: that needs the right and the object', async () => {
    const template_id = await pump()
    const { user_name } = await makeDesigner(server, {
      permissions: [...DESIGNING, 'P73400'],
      template_rights: [{ template_id, may_write: false }],
    })
    expect(await granted(list({ template_id }, user_name))).toMatchObject({ may_edit: false })
    expect((await save({ template_id }, [], user_name)).meta.code).toBe('115003')
    expect((await save({ sn_code: 'TS0001' }, [], user_name)).meta.code).toBe('110509')
    const { role_id } = await makeRole(server, { permissions: ['P30000', 'P30200', 'P73400'] })
    const device = await makeUser(server, { role_ids: [role_id] })
    expect((await save({ template_id }, [], device.user_name)).meta.code).toBe('115005')
  })

  test('whoever edits templates and devices changes no rules by that', async () => {
    const template_id = await pump()
    const { user_name } = await makeDesigner(server, {
      permissions: [...DESIGNING, 'P30200'],
      template_rights: [{ template_id, may_write: true }],
    })
    expect(await granted(list({ template_id }, user_name))).toMatchObject({ may_edit: false })
    expect((await save({ template_id }, [], user_name)).meta.code).toBe('100015')
    const edit = { template_id, alarm_rules: [RULE] }
    expect((await server.call(user_name, 'PUT', '/yun/module', edit)).meta.code).toBe('100015')
  })

  test('rules of another tenant are not found', async () => {
    const template_id = await pump()
    const sn_code = await makeDevice(server)
    for (const path of [PATH, `${PATH}/export`]) {
      expect((await server.call('rival', 'GET', path, { template_id })).meta.code).toBe('115005')
      expect((await server.call('rival', 'GET', path, { sn_code })).meta.code).toBe('110509')
    }
    expect((await save({ template_id }, [], 'rival')).meta.code).toBe('115005')
    expect((await save({ sn_code }, [], 'rival')).meta.code).toBe('110509')
    const run = { rules: [RULE], start: 0, end: Date.now() }
    expect((await server.call('rival', 'POST', `${PATH}/dryRun`, { ...run, template_id })).meta.code).toBe('115005')
  })
})
