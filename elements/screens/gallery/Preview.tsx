import { useState } from 'react'
import type { Resource, ResourceType } from '../../../core/contract/resource.ts'
import { useConnection } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import type { IconName } from '../../kit/icons.ts'
import { useCall } from '../../parts/use-call.ts'
import { useOnScreen } from '../../parts/use-on-screen.ts'

/** What stands for those that have no picture. */
const SIGNS: Record<ResourceType, IconName> = { picture: 'image', symbol: 'diamond', group: 'tiles', model: 'globe' }

interface PreviewProps {
  resource: Resource
  /** What it shows; left out where a name stands beside it. */
  alt?: string
}

/** A picture or symbol as it looks, loaded when it comes into view; an icon for the others. */
export function Preview({ resource, alt = '' }: PreviewProps) {
  const [ref, isOnScreen] = useOnScreen()
  const { resource_id, resource_type, tag } = resource
  const isDrawn = resource_type === 'picture' || resource_type === 'symbol'
  return (
    <span ref={ref} className="gallery-picture" data-drawn={isDrawn || undefined}>
      {isDrawn ? (
        <Fetched key={`${resource_id} ${tag}`} resource={resource} isWanted={isOnScreen} alt={alt} />
      ) : (
        <Icon name={SIGNS[resource_type]} size={32} />
      )}
    </span>
  )
}

function Fetched({ resource, isWanted, alt }: { resource: Resource; isWanted: boolean; alt: string }) {
  const { api } = useConnection()
  const [isAsked, setAsked] = useState(isWanted)
  if (isWanted && !isAsked) setAsked(true)
  const { resource_id } = resource
  const { data, failure } = useCall(api.resource.content, isAsked ? { resource_id } : null)
  const [file] = data?.files ?? []
  // As an image an SVG neither runs nor loads anything.
  if (file) return <img src={`data:${file.mime};base64,${file.content}`} alt={alt} />
  return data || failure ? <Icon name={SIGNS[resource.resource_type]} size={32} /> : null
}
