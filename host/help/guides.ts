import { administrator } from './administrator.ts'
import { engineer } from './engineer.ts'
import type { Guide, GuideId } from './guide.ts'
import { operator } from './operator.ts'

export const GUIDES: Readonly<Record<GuideId, Guide>> = { operator, engineer, administrator }

/** A guide, and the chapter of it that is sought, by a topic as `operator/alarms`; null for the help's first page. */
export function openedAt(topic: string | null): { id: GuideId; guide: Guide; chapter: string | undefined } | null {
  const [id = '', chapter] = (topic ?? '').split('/')
  if (!Object.hasOwn(GUIDES, id)) return null
  return { id: id as GuideId, guide: GUIDES[id as GuideId], chapter }
}
