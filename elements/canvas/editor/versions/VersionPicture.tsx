import { useEffect, useRef, useState } from 'react'
import type { ScreenVersion } from '../../../../core/contract/screen.ts'
import { useText } from '../../../define/index.ts'
import { Icon } from '../../../kit/Icon.tsx'
import { useCall } from '../../../parts/use-call.ts'
import { useEditor } from '../editor-context.ts'
import { text } from './text.ts'

/** The picture of a version, fetched when it comes into sight. */
export function VersionPicture({ version }: { version: ScreenVersion }) {
  const t = useText(text)
  const { calls } = useEditor()
  const box = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(false)
  const { version_id, thumbnail, revision } = version
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && setSeen(true))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const { data } = useCall(calls.thumbnail, isSeen && thumbnail !== null ? { version_id } : null)
  return (
    <span ref={box} className="version-picture">
      {data?.picture ? <img src={data.picture} alt={t.picture({ count: revision })} /> : <Icon name="image" />}
    </span>
  )
}
