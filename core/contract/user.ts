import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'
import { Address, FullName, NewPassword, UserName } from './person.ts'
import { Line } from './plain-text.ts'
import { QuotaName, QuotaUse } from './quota.ts'

/** 0 locked, 1 activated. */
const IsActive = z.union([z.literal(0), z.literal(1)])
/** 1 administrator, 2 administrator2, 3 sub-user. */
const UserKind = z.int().check(z.minimum(1), z.maximum(3))

/** A user as lists show one. */
export const User = z.object({
  user_id: z.int(),
  user_name: z.string(),
  name: z.string(),
  /** As records keep it; '' where it is not known. */
  full_name: z.string(),
  user_type: UserKind,
  user_group_id: z.nullable(z.int()),
  group_name: z.nullable(z.string()),
  roles: z.array(z.object({ role_id: z.int(), role_name: z.string() })),
  user_tel: z.nullable(z.string()),
  email: z.nullable(z.string()),
  isActive: IsActive,
  /** Has not changed yet the password that somebody else set. */
  must_change_password: z.boolean(),
  /** Holds rights beside those of the roles. */
  has_direct: z.boolean(),
  /** Reaches devices whatever the roles give: as administrator, by own device groups, or by what is shared. */
  has_own_devices: z.boolean(),
  create_time: z.int(),
  /** Of the last sign-in or call; null for who never signed in. */
  last_seen_time: z.nullable(z.int()),
})
export type User = z.infer<typeof User>

const Ids = z.array(z.int()).check(z.minLength(1), z.maxLength(500))

const describing = {
  name: Line(LIMITS.nickname),
  full_name: z.optional(FullName),
  user_group_id: z.nullable(z.int()),
  role_ids: z.array(z.int()).check(z.maxLength(20)),
  user_tel: z.nullable(Address),
  email: z.nullable(Address),
}

/** Whether the user has to change the password at the first sign-in, before anything else. */
const MustChange = z._default(z.boolean(), true)

/** What became of one of many. */
const Done = z.array(z.object({ user_id: z.int(), /** 100001 when it was done. */ code: z.string() }))

export const user = {
  list: endpoint({
    method: 'GET',
    path: '/user',
    needs: ['P53000'],
    summary: 'Users that the caller oversees, filtered and paged; by name, nickname, full name, phone or e-mail.',
    input: z.object({
      ...Paging,
      search: z.optional(z.string().check(z.maxLength(64))),
      /** With those of the groups below it. */
      user_group_id: z.optional(z.int()),
      role_id: z.optional(z.int()),
      isActive: z.optional(IsActive),
      user_type: z.optional(UserKind),
    }),
    output: pageOf(User),
  }),
  create: endpoint({
    method: 'POST',
    path: '/user',
    needs: ['P53100'],
    ownOnly: true,
    summary: 'Creates a user. Only administrators make an administrator2, who is bound to exactly one group.',
    input: z.object({
      ...describing,
      user_name: UserName,
      password: NewPassword,
      must_change_password: MustChange,
      user_type: z._default(z.int().check(z.minimum(2), z.maximum(3)), 3),
    }),
    output: User,
    refusals: ['110313', '110316', '110323', '202001', '100019'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/user',
    needs: ['P53200'],
    ownOnly: true,
    summary: 'Changes a user. Changed roles or groups end the user’s sessions.',
    input: z.object({
      user_id: z.int(),
      name: z.optional(describing.name),
      full_name: describing.full_name,
      user_group_id: z.optional(describing.user_group_id),
      role_ids: z.optional(describing.role_ids),
      user_tel: z.optional(describing.user_tel),
      email: z.optional(describing.email),
    }),
    output: User,
    refusals: ['110310', '110316', '110323', '202001'],
  }),
  move: endpoint({
    method: 'PUT',
    path: '/user/move',
    needs: ['P53200'],
    ownOnly: true,
    summary: 'Moves users into another group.',
    input: z.object({ user_ids: Ids, user_group_id: z.nullable(z.int()) }),
    output: Done,
    refusals: ['202001'],
  }),
  setActive: endpoint({
    method: 'PUT',
    path: '/user/active',
    needs: ['P53300'],
    ownOnly: true,
    summary: 'Locks users (0), which ends their sessions, or activates them (1).',
    input: z.object({ user_ids: Ids, isActive: IsActive }),
    output: Done,
  }),
  setPassword: endpoint({
    method: 'PUT',
    path: '/user/pwd',
    needs: ['P53400'],
    ownOnly: true,
    summary: 'Sets a new password for a user and ends the user’s sessions.',
    input: z.object({ user_id: z.int(), password: NewPassword, must_change_password: MustChange }),
    output: Nothing,
    refusals: ['110310'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user',
    needs: ['P53500'],
    ownOnly: true,
    summary: 'Deletes users; answers for each.',
    input: z.object({ user_ids: Ids }),
    output: Done,
  }),
  quotas: endpoint({
    method: 'GET',
    path: '/user/quota',
    needs: ['P53000'],
    summary: 'What a user may use, and uses.',
    input: z.object({ user_id: z.int() }),
    output: z.array(QuotaUse),
    refusals: ['110310'],
  }),
  setQuotas: endpoint({
    method: 'PUT',
    path: '/user/quota',
    needs: ['P53200'],
    ownOnly: true,
    summary: 'Sets what a user may use; null for no limit. Nobody gives more than the own limit.',
    input: z.object({
      user_id: z.int(),
      quotas: z
        .array(
          z.object({ quota: QuotaName, limit: z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000_000_000))) }),
        )
        .check(z.minLength(1), z.maxLength(20)),
    }),
    output: z.array(QuotaUse),
    refusals: ['110310'],
  }),
}
