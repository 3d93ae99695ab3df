import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { useCall } from '../../parts/use-call.ts'
import { sizeText } from './file-checks.ts'
import { text } from './text.ts'

/** The bytes that so much base64 stands for. */
const bytesOf = (base64: string) => Math.floor((base64.length * 3) / 4) - (/=*$/.exec(base64)?.[0].length ?? 0)

/** The files of a model: what it looks like is drawn where it is used. */
export function ModelParts({ resource_id }: { resource_id: number }) {
  const t = useText(text)
  const format = useFormat()
  const { api } = useConnection()
  const { data, failure } = useCall(api.resource.content, { resource_id })
  return (
    <section>
      <h3 className="gallery-parts-title">{t.parts}</h3>
      {!data && !failure && <Skeleton rows={2} />}
      {!data && failure && <p className="gallery-quiet">{t.noPreview}</p>}
      {data && (
        <ul className="gallery-parts">
          {data.files.map(({ name, content }) => (
            <li key={name}>
              <span className="gallery-part-name">{name}</span>
              <span className="gallery-quiet">{sizeText(bytesOf(content), format)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
