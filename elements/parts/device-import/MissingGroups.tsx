import type { Connection } from '../../../core/connection/connection.ts'
import type { DeviceGroup } from '../../../core/contract/device.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import type { Sending } from '../form/use-sending.ts'
import { useRights } from '../use-rights.ts'
import { text } from './text.ts'

/** Groups by their paths, in lower case. */
function groupIds(groups: readonly DeviceGroup[]): Map<string, number> {
  const byId = new Map(groups.map((group) => [group.group_id, group]))
  const pathOf = ({ parent_id, group_name }: DeviceGroup): string => {
    const above = parent_id === null ? undefined : byId.get(parent_id)
    return above ? `${pathOf(above)}/${group_name}` : group_name
  }
  return new Map(groups.map((group) => [pathOf(group).toLowerCase(), group.group_id]))
}

/** Makes groups by their paths, those above first. */
async function makeGroups(api: Connection['api'], paths: readonly string[]): Promise<true> {
  const idOf = groupIds(await api.device.groups({}))
  for (const path of paths) {
    const at = path.lastIndexOf('/')
    const parent_id = at < 0 ? null : (idOf.get(path.slice(0, at).toLowerCase()) ?? null)
    const { group_id } = await api.deviceGroup.create({ group_name: path.slice(at + 1), parent_id })
    idOf.set(path.toLowerCase(), group_id)
  }
  return true
}

interface MissingGroupsProps {
  paths: readonly string[]
  sending: Sending
  onMade: () => Promise<void>
}

/** Groups that the file names and that there are not, for whoever may make some. */
export function MissingGroups({ paths, sending, onMade }: MissingGroupsProps) {
  const t = useText(text)
  const { api } = useConnection()
  const { lang } = useElement()
  const holds = useRights()
  if (paths.length === 0 || !holds('P31100')) return null
  const make = async () => {
    if (await sending.send(() => makeGroups(api, paths))) await onMade()
  }
  return (
    <div className="callout device-import-groups">
      <p>{t.missingGroups({ count: paths.length, names: paths.join(lang === 'zh' ? '、' : ', ') })}</p>
      <Button icon="plus" isPending={sending.isPending} onPress={() => void make()}>
        {t.makeGroups({ count: paths.length })}
      </Button>
    </div>
  )
}
