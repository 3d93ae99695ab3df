import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { GroupName } from './person.ts'
import { Line } from './plain-text.ts'

/** What stands in the organisation's tree: an organisation (user group), a role, a user. */
export const TAG_TYPES = { organisation: 2, role: 3, user: 4 } as const

/** A node as the tree's calls answer it: `id` and `parent_id` are of the same kind of thing in `groups`. */
export const UserGroupNode = z.object({
  object: z.object({
    /** The user group. */
    id: z.int(),
    parent_id: z.nullable(z.int()),
    tag_type: z.literal(TAG_TYPES.organisation),
    group_name: z.string(),
    remarks: z.string(),
    /** Users in this very group; those below it are not counted. */
    user_count: z.int(),
    /** The administrator2 bound to it; null where there is none. */
    administrator2: z.nullable(z.string()),
  }),
})
export type UserGroupNode = z.infer<typeof UserGroupNode>

const remarks = Line(LIMITS.groupRemarks, 0)
const byId = { user_group_id: z.int() }

export const userGroup = {
  list: endpoint({
    method: 'GET',
    path: '/yun/user/group',
    needs: ['P51000', 'P53000', 'administrator2'],
    summary: 'The user groups that the caller oversees, as nodes of a tree.',
    input: Nothing,
    output: z.array(UserGroupNode),
  }),
  create: endpoint({
    method: 'POST',
    path: '/yun/user/group',
    needs: ['P51100'],
    ownOnly: true,
    summary: 'Creates a user group; an administrator2 below the own one.',
    input: z.object({
      group_name: GroupName,
      remarks: z._default(remarks, ''),
      parent_id: z._default(z.nullable(z.int()), null),
    }),
    output: z.object(byId),
    refusals: ['202001', '202002', '100019'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/yun/user/group',
    needs: ['P51100'],
    ownOnly: true,
    summary:
      'Changes the name or remarks of a user group, or moves it, with all that is in it, below another (null: to the top).',
    input: z.object({
      ...byId,
      group_name: z.optional(GroupName),
      remarks: z.optional(remarks),
      parent_id: z.optional(z.nullable(z.int())),
    }),
    output: z.object(byId),
    refusals: ['202001', '202002'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/yun/user/group',
    needs: ['P51100'],
    ownOnly: true,
    summary: 'Deletes a user group in which there is no user and no group.',
    input: z.object(byId),
    output: Nothing,
    refusals: ['202001', '202003'],
  }),
}
