import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AUDIT_ACTIONS, type AuditAction } from '../../../core/contract/audit.ts'
import { contract } from '../../../core/contract/contract.ts'
import type { Endpoint } from '../../../core/contract/endpoint.ts'

/** What each changing call writes into the audit, or in words why it writes nothing there. */
const RECORDS: Record<string, readonly AuditAction[] | string> = {
  'session.login': ['sign-in', 'sign-in-refused'],
  'session.experience': ['sign-in'],
  'session.simulate': ['simulate'],
  'loginCheck.puzzle': 'changes nothing that is anybody’s',
  'loginCheck.solve': 'changes nothing that is anybody’s',
  'account.sendRegistrationCode': 'sends a code, which the record of messages has',
  'account.register': ['register'],
  'account.first': ['register'],
  'account.sendRecoveryCode': 'sends a code, which the record of messages has',
  'account.checkCode': 'reads',
  'account.recover': ['recover'],
  'account.edit': ['profile'],
  'account.changePassword': ['password'],
  'account.sendBindingCode': 'sends a code, which the record of messages has',
  'account.bind': ['bind'],
  'account.unbind': ['unbind'],
  'account.bindWechat': ['bind'],
  'account.endSession': ['sessions-end'],
  'account.close': ['close'],
  'signInRule.edit': ['rule'],
  'user.create': ['user-create'],
  'user.edit': ['user-edit'],
  'user.move': ['user-move'],
  'user.setActive': ['user-lock', 'user-activate'],
  'user.setPassword': ['password-reset'],
  'user.remove': ['user-delete'],
  'user.setQuotas': ['quota'],
  'userGroup.create': ['group-create'],
  'userGroup.edit': ['group-edit'],
  'userGroup.remove': ['group-delete'],
  'role.create': ['role-create'],
  'role.edit': ['role-edit'],
  'role.remove': ['role-delete'],
  'privilege.edit': ['rights'],
  'privilege.editDevices': ['rights'],
  'privilege.editTemplates': ['rights'],
  'privilege.reset': ['rights-reset'],
  'privilege.allowUsers': ['rights'],
  'privilege.allowDevices': ['rights'],
  'embed.create': ['key-create'],
  'embed.edit': ['key-edit'],
  'embed.rotate': ['key-rotate'],
  'embed.revoke': ['key-revoke'],
  'device.create': ['device-create'],
  'device.edit': ['device-edit'],
  'device.register': ['device-register'],
  'device.renewPassword': ['device-password'],
  'deviceGroup.create': ['device-group-create'],
  'deviceGroup.edit': ['device-group-edit'],
  'deviceGroup.remove': ['device-group-delete'],
  'device.addPoints': ['device-points'],
  'device.takeTemplatePoint': ['device-points'],
  'virtualDevice.create': ['virtual-device-create'],
  'virtualDevice.edit': ['virtual-device-edit'],
  'virtualDevice.remove': ['virtual-device-delete'],
  'history.load': ['history-load'],
  'history.saveRanges': 'keeps how one user looks at a curve',
  'control.write': 'has the record of operations',
  'alarm.confirm': 'stands among the alarm’s events, with who and when',
  'alarm.confirmMany': 'stands among the alarm’s events, with who and when',
  'alarm.note': 'stands among the alarm’s events, with who and when',
  'alarm.shelve': ['alarm-out-of-service'],
  'alarm.unshelve': ['alarm-in-service'],
  'alarm.hold': ['alarm-out-of-service'],
  'alarm.release': ['alarm-in-service'],
  'alarmRules.save': ['alarm-rules'],
  'message.read': 'is between one user and his inbox',
  'message.removeReceived': 'is between one user and his inbox',
  'message.restoreReceived': 'is between one user and his inbox',
  'message.create': 'stands in the outbox, with who and when',
  'message.edit': 'stands in the outbox: what is sent is not edited any more',
  'message.send': 'stands in the outbox, with who and when',
  'message.removeSent': 'is between one user and his outbox',
  'message.restoreSent': 'is between one user and his outbox',
  'message.readSystem': 'is between one user and his inbox',
  'message.removeSystem': 'is between one user and his inbox',
  'message.restoreSystem': 'is between one user and his inbox',
  'bulletin.create': ['bulletin-create'],
  'bulletin.edit': ['bulletin-edit'],
  'bulletin.remove': ['bulletin-delete'],
  'bulletin.restore': ['bulletin-restore'],
  'push.saveSetting': 'is how one user wants to be told',
  'push.testMyself': 'sends a message, which the record of messages has',
  'push.saveEscalation': ['escalation-edit'],
  'push.removeEscalation': ['escalation-delete'],
  'push.saveWebhook': ['webhook-edit'],
  'push.removeWebhook': ['webhook-delete'],
  'push.testWebhook': 'sends a message, which the record of messages has',
  'push.sendAgain': 'sends a message, which the record of messages has',
  'template.create': ['template-create'],
  'template.edit': ['template-edit', 'template-share'],
  'template.remove': ['template-delete'],
  'template.copy': ['template-create'],
  'template.transfer': ['template-transfer'],
  'template.share': ['template-share'],
  'template.publish': ['template-publish', 'template-unpublish'],
  'template.items': ['template-items'],
  'template.createGroup': ['template-group-create'],
  'template.editGroup': ['template-group-edit'],
  'template.removeGroup': ['template-group-delete'],
  'template.bind': ['template-bind'],
  'screen.create': ['screen-create'],
  'screen.edit': ['screen-edit'],
  'screen.remove': ['screen-delete'],
  'screen.save': 'is a version of the screen, with who and when',
  'screen.restore': 'is a version of the screen, with who and when',
  'screen.lock': 'says who draws, and is over with the page',
  'screen.imported': ['screen-create', 'resource-create'],
  'resource.upload': ['resource-create'],
  'resource.edit': ['resource-edit'],
  'resource.remove': ['resource-delete'],
  'resource.createCategory': ['category-create'],
  'resource.editCategory': ['category-edit'],
  'resource.removeCategory': ['category-delete'],
  'shareLink.create': ['share-create'],
  'shareLink.revoke': ['share-revoke'],
  'middleware.create': ['source-create'],
  'middleware.edit': ['source-edit'],
  'middleware.remove': ['source-delete'],
}

const changing = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries<Endpoint>(calls)
    .filter(([, { method, changesNothing }]) => method !== 'GET' && !changesNothing)
    .map(([name]) => `${domain}.${name}`),
)

test('every call that changes something is in the audit, or has a listed reason not to be', () => {
  expect(Object.keys(RECORDS).sort()).toEqual(changing.sort())
})

test('every audit action is written somewhere, and belongs to a call or to a job of the server', () => {
  const folder = new URL('../', import.meta.url)
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(new URL(path, folder), 'utf8'))
    .join('\n')
  for (const action of AUDIT_ACTIONS) expect(written, action).toContain(`'${action}'`)
  const named = new Set(Object.values(RECORDS).flatMap((record) => (typeof record === 'string' ? [] : record)))
  expect(AUDIT_ACTIONS.filter((action) => !named.has(action))).toEqual(['sign-out'])
})
