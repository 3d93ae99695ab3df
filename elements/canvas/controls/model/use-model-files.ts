import { use, useEffect, useState } from 'react'
import { useConnection } from '../../../define/index.ts'
import { isCallFailure } from '../../../parts/use-call.ts'
import { resourceOf } from '../gallery.ts'
import { GalleryContext } from '../gallery-context.ts'
import type { ModelFile } from './model-files.ts'

interface Files {
  readonly of: string
  readonly round: number
  /** Null where there are none to be had. */
  readonly files: readonly ModelFile[] | null
}

/** The files of a model of the gallery: undefined until they have come, null where they cannot be read. */
export function useModelFiles(address: string): { files: readonly ModelFile[] | null | undefined; reload: () => void } {
  const gallery = use(GalleryContext)
  const { api } = useConnection()
  const [round, setRound] = useState(0)
  const [read, setRead] = useState<Files | null>(null)
  const [defect, setDefect] = useState<unknown>(null)
  useEffect(() => {
    const resource_id = resourceOf(address)
    if (address === '') return
    let isWanted = true
    const came = (files: readonly ModelFile[] | null) => isWanted && setRead({ of: address, round, files })
    if (resource_id === null) {
      came(null)
      return
    }
    // The gallery keeps what it could not read for a while; who asks again wants to know now.
    const loading =
      gallery && round === 0
        ? gallery.files(resource_id)
        : api.resource.content({ resource_id }).then(({ files }) => files)
    loading.then(came, (error: unknown) => {
      if (isCallFailure(error)) came(null)
      else if (isWanted) setDefect(error)
    })
    return () => {
      isWanted = false
    }
  }, [gallery, api, address, round])
  if (defect) throw defect
  const isCurrent = read?.of === address && read.round === round
  return { files: isCurrent ? read.files : undefined, reload: () => setRound(round + 1) }
}
