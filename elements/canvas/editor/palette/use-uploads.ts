import { useState } from 'react'
import { ApiError } from '../../../../core/contract/api-error.ts'
import type { ResourceType } from '../../../../core/contract/resource.ts'
import { mayBeDone } from '../../../../core/stores/call-failure.ts'
import { useConnection, useElement, useText } from '../../../define/index.ts'
import { base64Of } from '../../../parts/base64.ts'
import { noReplyText } from '../../../parts/form/no-reply.ts'
import { isCallFailure } from '../../../parts/use-call.ts'
import { text } from './text.ts'
import { MOST_BYTES, nameOf, typeOf } from './upload.ts'

/** A file that was not taken, and why. */
export interface Wrong {
  readonly name: string
  readonly why: string
}

interface Uploads {
  readonly waiting: number
  readonly wrong: readonly Wrong[]
  send(files: Iterable<File>): Promise<void>
  sendGroup(name: string, json: string): Promise<void>
  forget(name: string): void
}

/** Adds files to the gallery, each by itself: one that is refused does not keep the others. */
export function useUploads(onAdded: (type: ResourceType) => void): Uploads {
  const { api } = useConnection()
  const { lang } = useElement()
  const t = useText(text)
  const [waiting, setWaiting] = useState(0)
  const [wrong, setWrong] = useState<readonly Wrong[]>([])
  const report = (name: string, why: string) =>
    setWrong((before) => [...before.filter((one) => one.name !== name), { name, why }])

  async function add(resource_type: ResourceType, file: File, name: string): Promise<void> {
    setWaiting((before) => before + 1)
    try {
      const files = [{ name: file.name, content: await base64Of(file) }]
      await api.resource.upload({ resource_type, resource_name: name, files })
      setWrong((before) => before.filter((one) => one.name !== file.name))
      onAdded(resource_type)
    } catch (error) {
      if (!isCallFailure(error)) throw error
      const { messageOf } = await import('../../../../core/catalogue/codes.ts')
      const field = error instanceof ApiError ? error.fields[0]?.message : undefined
      report(file.name, field ?? (error instanceof ApiError ? messageOf(error.code, lang) : noReplyText(error, lang)))
      if (mayBeDone(error)) onAdded(resource_type)
    } finally {
      setWaiting((before) => before - 1)
    }
  }

  return {
    waiting,
    wrong,
    async send(files) {
      for (const file of files) {
        const type = typeOf(file.name)
        if (type === null) report(file.name, t.wrongType)
        else if (file.size > MOST_BYTES) report(file.name, t.tooLarge)
        else await add(type, file, nameOf(file.name))
      }
    },
    sendGroup: (name, json) => add('group', new File([json], 'group.json'), name),
    forget: (name) => setWrong((before) => before.filter((one) => one.name !== name)),
  }
}
