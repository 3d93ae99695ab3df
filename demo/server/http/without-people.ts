import type { Caller } from './caller.ts'

/**
 * Fields that name the organisation's people, or say how to reach them or their equipment. They are for its own users: a
 * guest is somebody else's user, and sees them of nobody.
 */
const OF_PEOPLE: ReadonlySet<string> = new Set([
  'user_name',
  'confirm_userName',
  'by_user_name',
  'created_userName',
  'creator_name',
  'changed_by',
  'contact_name',
  'contact_phone',
  'contact_email',
  'card_no',
  'user_tel',
  'email',
  'address',
  'agent',
  'client_id',
])

/** An answer or a frame as this caller gets it: for guests, texts of such fields are empty, but for the own name. */
export const visibleTo = <T>({ guest, user_name }: Pick<Caller, 'guest' | 'user_name'>, output: T): T =>
  guest ? (cleared(output, user_name) as T) : output

function cleared(output: unknown, own: string): unknown {
  if (Array.isArray(output)) return output.map((one) => cleared(one, own))
  // Files and the like are sent as they are.
  if (typeof output !== 'object' || output === null || Object.getPrototypeOf(output) !== Object.prototype) return output
  return Object.fromEntries(
    Object.entries(output).map(([field, value]) => {
      const isHidden = OF_PEOPLE.has(field) && typeof value === 'string' && value !== own
      return [field, isHidden ? '' : cleared(value, own)]
    }),
  )
}
