export { deliveredOf } from './delivered.ts'
export type { MessageParts } from './inbox.ts'
export { type Carried, keptLine, type Message, type Messages, openMessages, type Providers } from './outgoing.ts'
export { providersOf } from './providers.ts'
export { deleteManyMessages, deleteOldDelivered, deleteOldMessages } from './retention.ts'
export {
  type AlarmNotice,
  notifyAccountChanges,
  notifyQuotaNear,
  notifyRepeatedly,
  notifySharesEnded,
  notifyUser,
  notifyUsers,
} from './system-message.ts'
export { unreadOf } from './unread.ts'
