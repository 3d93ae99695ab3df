import { useState } from 'react'
import type { Givable } from '../../../core/contract/role.ts'
import { NO_RIGHTS, type Rights } from '../../../core/rules/rights-tree.ts'
import { useSheet, useText } from '../../define/index.ts'
import { Tabs } from '../../kit/Tabs.tsx'
import { DeviceRights } from './DeviceRights.tsx'
import { RIGHTS_FIELDS, type Wrong } from './fields.ts'
import { FIRST_BRANCHES, PermissionTree } from './PermissionTree.tsx'
import sheet from './rights.css?sheet'
import { TemplateRights } from './TemplateRights.tsx'
import { useBranches } from './TreeBar.tsx'
import { text } from './text.ts'

type TabId = 'permissions' | 'devices' | 'templates'

interface RightsEditorProps {
  value: Rights
  /** What there is to give; nothing else can be checked. */
  givable: Givable
  /** Held by roles: shown as checked and not changed here. */
  fixed?: Rights
  isReadOnly?: boolean
  onChange: (value: Rights) => void
  /** What the server refused, by the field. */
  wrong?: Wrong
}

const distinct = (ids: readonly number[]): number => new Set(ids).size

/** What a role carries, or a user holds directly: permission codes, device groups, templates. */
export function RightsEditor({
  value,
  givable,
  fixed = NO_RIGHTS,
  isReadOnly = false,
  onChange,
  wrong = {},
}: RightsEditorProps) {
  useSheet(sheet)
  const t = useText(text)
  const [tab, setTab] = useState<TabId>('permissions')
  const codes = useBranches(FIRST_BRANCHES)
  const groups = useBranches(
    givable.device_groups.filter(({ parent_id }) => parent_id === null).map((row) => row.group_id),
  )
  const both = <Part extends keyof Rights>(part: Part) => [...value[part], ...fixed[part]] as Rights[Part]
  const groupIds = both('device_rights').map(({ group_id }) => group_id)
  const templateIds = both('template_rights').map(({ template_id }) => template_id)

  // Grants beyond what this user oversees have no name here; they stay as they are.
  const others = (ids: readonly number[], known: readonly number[]) => {
    const count = distinct(ids.filter((id) => !known.includes(id)))
    return count > 0 && <p className="rights-note">{t.others({ count })}</p>
  }
  return (
    <div className="rights">
      {RIGHTS_FIELDS.map(
        (field) =>
          wrong[field] && (
            <p key={field} className="rights-wrong" role="alert">
              {wrong[field]}
            </p>
          ),
      )}
      <Tabs<TabId>
        label={t.rights}
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            id: 'permissions',
            label: t.permissions,
            count: new Set(both('permissions')).size,
            content: () => (
              <PermissionTree
                value={value.permissions}
                byRole={fixed.permissions}
                givable={givable.permissions}
                isReadOnly={isReadOnly}
                onChange={(permissions) => onChange({ ...value, permissions })}
                branches={codes}
              />
            ),
          },
          {
            id: 'devices',
            label: t.devices,
            count: distinct(groupIds),
            content: () => (
              <>
                <DeviceRights
                  value={value.device_rights}
                  byRole={fixed.device_rights}
                  groups={givable.device_groups}
                  isReadOnly={isReadOnly}
                  onChange={(device_rights) => onChange({ ...value, device_rights })}
                  branches={groups}
                />
                {others(
                  groupIds,
                  givable.device_groups.map(({ group_id }) => group_id),
                )}
              </>
            ),
          },
          {
            id: 'templates',
            label: t.templates,
            count: distinct(templateIds),
            content: () => (
              <>
                <TemplateRights
                  value={value}
                  byRole={fixed}
                  templates={givable.templates}
                  isReadOnly={isReadOnly}
                  onChange={onChange}
                />
                {others(
                  templateIds,
                  givable.templates.map(({ template_id }) => template_id),
                )}
              </>
            ),
          },
        ]}
      />
    </div>
  )
}
