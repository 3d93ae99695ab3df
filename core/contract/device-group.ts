import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { DeviceGroup } from './device.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { Line } from './plain-text.ts'
import { SnCode } from './telemetry.ts'

/** Levels of the tree of device groups. */
export const DEVICE_GROUP_DEPTH = 5

/** A device group as its own page shows it: its devices by state, those of the groups below it left out. */
export const DeviceGroupRow = z.extend(DeviceGroup, {
  remarks: z.string(),
  online: z.int(),
  offline: z.int(),
  faulty: z.int(),
  /** The caller may write its devices: name and remarks are the caller's to change, and groups below it to create. */
  may_edit: z.boolean(),
  /** It may be moved and deleted: so for what it stands below, and it is not the default group. */
  may_move: z.boolean(),
})
export type DeviceGroupRow = z.infer<typeof DeviceGroupRow>

/** Devices that one call moves. */
export const DEVICES_A_MOVE = 1000

/** At most 10 characters, no underscore at either end. */
export const GroupName = Line(LIMITS.groupName).check(z.regex(/^[^_](.*[^_])?$/))
const remarks = Line(LIMITS.groupRemarks, 0)
const byId = { group_id: z.int() }

export const deviceGroup = {
  tree: endpoint({
    method: 'GET',
    path: '/yun/dev/group/tree',
    needs: ['P31000'],
    summary: 'Device groups that the caller may see, with remarks and how many devices of each are in which state.',
    input: Nothing,
    output: z.array(DeviceGroupRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/yun/dev/group',
    needs: ['P31100'],
    summary: 'Creates a device group: below another, or, by an administrator, at the top. Groups are 5 deep at most.',
    input: z.object({
      group_name: GroupName,
      remarks: z._default(remarks, ''),
      parent_id: z.optional(z.nullable(z.int())),
    }),
    output: z.object(byId),
    empty: { group_name: '112000' },
    refusals: ['112000', '112002', '112004', '110539', '100019'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/yun/dev/group',
    needs: ['P31100'],
    summary:
      'Changes the name or remarks of a device group, or moves it, with all that is in it, below another (null: to the ' +
      'top, by an administrator). The default group is not moved.',
    input: z.object({
      ...byId,
      group_name: z.optional(GroupName),
      remarks: z.optional(remarks),
      parent_id: z.optional(z.nullable(z.int())),
    }),
    output: z.object(byId),
    empty: { group_id: '112001', group_name: '112000' },
    refusals: ['112000', '112001', '112002', '112004', '110539'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/yun/dev/group',
    needs: ['P31100'],
    summary:
      'Deletes a device group; its devices go to another one, which has to be named where there are any. Rights that ' +
      'name the group end. Refused for the default group (112003), and with 112005 for one that still has devices, ' +
      'groups below it, or an escalation or webhook of its own.',
    input: z.object({
      ...byId,
      /** The group to which its devices are moved. */
      devices_to: z.optional(z.int()),
    }),
    output: z.object({ moved: z.int() }),
    empty: { group_id: '112001' },
    refusals: ['112001', '112002', '112003', '112005', '110539'],
  }),
  moveDevices: endpoint({
    method: 'PUT',
    path: '/yun/dev/group/devices',
    needs: ['P30200'],
    summary:
      'Moves devices to a group. Answers for each device: those that the caller may not change stay where they are.',
    input: z.object({
      sn_codes: z.array(SnCode).check(z.minLength(1), z.maxLength(DEVICES_A_MOVE)),
      ...byId,
    }),
    /** `id` is the SN; `code` null where it is done. */
    output: z.array(z.object({ id: z.string(), code: z.nullable(z.string()) })),
    empty: { group_id: '112001' },
    refusals: ['112001', '112002', '110539'],
  }),
}
