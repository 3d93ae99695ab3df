import { isPermission, type Permission } from '../../../core/catalogue/permissions.ts'
import { landingsFor, type Route } from '../../../core/catalogue/routes.ts'
import { RoleName } from '../../../core/contract/person.ts'
import type { Givable, Role } from '../../../core/contract/role.ts'
import {
  countRights,
  givablePart,
  isSame,
  NO_RIGHTS,
  type Rights,
  withoutCovered,
} from '../../../core/rules/rights-tree.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { text } from './text.ts'

type Words = Translated<(typeof text)['rows']>

/** What the form holds. */
export interface Draft {
  role_name: string
  remarks: string
  rights: Rights
  custom_home: Permission | null
  /** The dashboard of the custom page, where that is the home page; null for the organisation's. */
  home_dashboard: { id: number; name: string | null } | null
  dashboard_full_screen: boolean
}

const rightsOf = ({ permissions, device_rights, template_rights, item_rights }: Role): Rights => ({
  permissions,
  device_rights,
  template_rights,
  item_rights,
})

const NEW: Draft = {
  role_name: '',
  remarks: '',
  rights: { ...NO_RIGHTS, permissions: ['P00000'] },
  custom_home: null,
  home_dashboard: null,
  dashboard_full_screen: false,
}

export const draftOf = (role: Role | null): Draft =>
  role
    ? {
        role_name: role.role_name,
        remarks: role.remarks,
        rights: rightsOf(role),
        custom_home: role.custom_home,
        home_dashboard:
          role.home_dashboard_id === null ? null : { id: role.home_dashboard_id, name: role.home_dashboard_name },
        dashboard_full_screen: role.dashboard_full_screen,
      }
    : NEW

/** A new role with what another carries, as far as its maker holds that too; `left_out` counts the rest. */
export function copyOf(role: Role, givable: Givable, t: Words): { draft: Draft; left_out: number } {
  const whole = draftOf(role)
  const rights = givablePart(whole.rights, givable)
  // A name of the greatest length is cut to make room for what marks the copy.
  const room = 32 - [...t.copyName({ name: '' })].length
  const role_name = t.copyName({ name: [...role.role_name].slice(0, room).join('') })
  return { draft: { ...whole, role_name, rights }, left_out: countRights(whole.rights) - countRights(rights) }
}

/** The pages that the holder of these codes may land on. */
export const landingsOf = (permissions: readonly Permission[]): (Route & { landing: Permission })[] =>
  landingsFor(permissions).flatMap((route) => {
    const { landing } = route
    return isPermission(landing) ? [{ ...route, landing }] : []
  })

/** The home page as it counts: one that may no longer be opened is none. */
export const homeOf = ({ custom_home, rights }: Draft): Permission | null =>
  landingsOf(rights.permissions).some(({ landing }) => landing === custom_home) ? custom_home : null

/** The dashboard that it begins with, as it counts: with the custom page as its home page alone. */
export const homeDashboardOf = (draft: Draft): number | null =>
  homeOf(draft) === 'P90000' ? (draft.home_dashboard?.id ?? null) : null

/** What is wrong with the name; undefined when it can be sent. */
export function checkName(role_name: string, t: Words): string | undefined {
  if (role_name.trim() === '') return t.nameMissing
  return RoleName.safeParse(role_name.trim()).success ? undefined : t.nameWrong
}

/** What is sent. */
export function described(draft: Draft, groups: Givable['device_groups']) {
  const { role_name, remarks, rights, dashboard_full_screen } = draft
  return {
    ...rights,
    role_name: role_name.trim(),
    remarks: remarks.trim(),
    device_rights: withoutCovered(rights.device_rights, groups),
    custom_home: homeOf(draft),
    home_dashboard_id: homeDashboardOf(draft),
    dashboard_full_screen,
  }
}

export const isSameRights = (a: Rights, b: Rights): boolean =>
  (Object.keys(NO_RIGHTS) as (keyof Rights)[]).every((part) => isSame(a[part], b[part]))

export const isSameDraft = (a: Draft, b: Draft): boolean =>
  a.role_name === b.role_name &&
  a.remarks === b.remarks &&
  homeOf(a) === homeOf(b) &&
  homeDashboardOf(a) === homeDashboardOf(b) &&
  a.dashboard_full_screen === b.dashboard_full_screen &&
  isSameRights(a.rights, b.rights)
