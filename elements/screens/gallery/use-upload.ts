import { useRef, useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { FieldError } from '../../../core/contract/endpoint.ts'
import { useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { base64Of } from '../../parts/base64.ts'
import { noReplyText } from '../../parts/form/no-reply.ts'
import { isCallFailure } from '../../parts/use-call.ts'
import { isScene, nameFrom, type UploadType, wrongFile, wrongModel } from './file-checks.ts'
import { text } from './text.ts'

type Words = Parameters<typeof wrongFile>[2]

export interface UploadItem {
  id: number
  file: File
  /** What it will be called; of a model only the whole has a name. */
  name: string
  /** What the server said of it. */
  refused: { name?: string | undefined; file?: string | undefined }
}

export interface Sent {
  count: number
  name: string
  /** Nothing is left of what was chosen. */
  isAll: boolean
}

/** 114003, 114004: of the name. */
const OF_NAME = ['114003', '114004']

/** What is wrong before anything is sent: with a whole model, with each file, and with each name. */
function checkItems(items: readonly UploadItem[], type: UploadType, t: Words, format: ReturnType<typeof useFormat>) {
  const ofModel =
    type === 'model'
      ? wrongModel(
          items.map(({ file }) => file),
          t,
          format,
        )
      : null
  /** What is wrong with each before it is sent. */
  const faults = items.map(({ file }, at) =>
    type === 'model' ? (ofModel?.each[at] ?? null) : wrongFile(type, file, t, format),
  )
  const nameWrong = (name: string, earlier: readonly string[]) => {
    const wanted = name.trim()
    if (wanted === '') return t.nameMissing
    if (wanted.length > LIMITS.pictureName) return t.nameHelp({ most: LIMITS.pictureName })
    return earlier.some((other) => other.trim().toLowerCase() === wanted.toLowerCase()) ? t.nameTwice : undefined
  }
  const nameWrongs = items.map(({ name }, at) =>
    type === 'model' || faults[at] !== null
      ? undefined
      : nameWrong(
          name,
          items.slice(0, at).flatMap((item, before) => (faults[before] === null ? item.name : [])),
        ),
  )
  return { ofModel, faults, nameWrongs, nameWrong }
}

/** Files on their way into the gallery: looked at before they are sent, and kept with what was typed when refused. */
export function useUpload(type: UploadType, onSent: (sent: Sent) => void) {
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  const { api } = useConnection()
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const [modelName, setModelName] = useState('')
  const [category, setCategory] = useState<number | null>(null)
  const [wrong, setWrong] = useState<{ name?: string | undefined; form?: string | undefined }>({})
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const lastId = useRef(0)

  const { ofModel, faults, nameWrongs, nameWrong } = checkItems(items, type, t, format)
  const ready = items.filter((_, at) => faults[at] === null)

  function add(files: readonly File[]) {
    // What is on its way is closed when it has come.
    if (progress) return
    const added = files.map((file) => {
      lastId.current += 1
      return { id: lastId.current, file, name: nameFrom(file.name), refused: {} }
    })
    setItems((before) => [...before, ...added])
    const scene = files.find(({ name }) => isScene(name))
    if (scene) setModelName((before) => before || nameFrom(scene.name))
    setWrong({})
  }
  const change = (id: number, part: Partial<UploadItem>) =>
    setItems((before) => before.map((item) => (item.id === id ? { ...item, ...part } : item)))

  /** True where going on with the next makes sense. */
  function showRefusal(
    error: unknown,
    place: (fields: readonly FieldError[], message: string, isOfName: boolean) => void,
  ) {
    if (!isCallFailure(error)) throw error
    if (!(error instanceof ApiError)) {
      setWrong({ form: noReplyText(error, lang) })
      return false
    }
    if (error.code === '100019' && error.wait_s === 0) {
      setWrong({ form: t.full })
      return false
    }
    place(error.fields, messageOf(error.code, lang), OF_NAME.includes(error.code))
    return true
  }

  async function sendEach() {
    const wanted = items.filter((_, at) => faults[at] === null && nameWrongs[at] === undefined)
    const done: string[] = []
    setProgress({ done: 0, total: wanted.length })
    for (const { id, file, name } of wanted) {
      const content = await base64Of(file).catch(() => null)
      try {
        if (content === null) change(id, { refused: { file: t.unreadable } })
        else {
          const files = [{ name: file.name, content }]
          const resource_name = name.trim()
          await api.resource.upload({ resource_type: type, resource_name, category_id: category, files })
          setItems((before) => before.filter((item) => item.id !== id))
          done.push(resource_name)
        }
      } catch (error) {
        const isNext = showRefusal(error, (fields, message, isOfName) => {
          const said = fields[0]?.message || message
          const ofName = isOfName || fields[0]?.field === 'resource_name'
          change(id, { refused: ofName ? { name: said } : { file: said } })
        })
        if (!isNext) break
      }
      setProgress((before) => before && { ...before, done: before.done + 1 })
    }
    setProgress(null)
    if (done[0] !== undefined) onSent({ count: done.length, name: done[0], isAll: done.length === items.length })
  }

  async function sendModel() {
    const name = nameWrong(modelName, [])
    if (name || !ofModel || ofModel.all || faults.some((said) => said !== null)) return setWrong({ name })
    setProgress({ done: 0, total: 1 })
    try {
      const read = await Promise.all(items.map(({ file }) => base64Of(file).catch(() => null)))
      const lost = items.filter((_, at) => read[at] === null)
      for (const { id } of lost) change(id, { refused: { file: t.unreadable } })
      if (lost.length > 0) return
      const files = items.map(({ file }, at) => ({ name: file.name, content: read[at] ?? '' }))
      const resource_name = modelName.trim()
      await api.resource.upload({ resource_type: 'model', resource_name, category_id: category, files })
      setItems([])
      setModelName('')
      onSent({ count: 1, name: resource_name, isAll: true })
    } catch (error) {
      showRefusal(error, (fields, message, isOfName) => {
        if (isOfName) return setWrong({ name: fields[0]?.message || message })
        const itemOf = (field: string) => items[Number(/^files\.(\d+)$/.exec(field)?.[1] ?? Number.NaN)]
        for (const { field, message: own } of fields) {
          const item = itemOf(field)
          if (item) change(item.id, { refused: { file: own || message } })
        }
        const others = fields.filter(({ field }) => !itemOf(field))
        if (fields.length === 0 || others.length > 0) setWrong({ form: others[0]?.message || message })
      })
    } finally {
      setProgress(null)
    }
  }

  return {
    type,
    items,
    modelName,
    category,
    wrong,
    progress,
    add,
    setCategory,
    /** By the place of the item: of the file, and of its name. */
    wrongOf: (at: number) => items[at]?.refused.file ?? faults[at] ?? null,
    wrongNameOf: (at: number) => items[at]?.refused.name ?? nameWrongs[at],
    wrongAll: items.length > 0 ? (ofModel?.all ?? null) : null,
    /** What would be sent now. */
    readyCount: type === 'model' ? Number(items.length > 0) : ready.length,
    readyBytes: ready.reduce((sum, { file }) => sum + file.size, 0),
    setModelName(name: string) {
      setModelName(name)
      setWrong({})
    },
    rename: (id: number, name: string) => change(id, { name, refused: {} }),
    remove: (id: number) => setItems((before) => before.filter((item) => item.id !== id)),
    clear() {
      setItems([])
      setModelName('')
      setWrong({})
    },
    async send() {
      if (progress) return
      setWrong({})
      await (type === 'model' ? sendModel() : sendEach())
    },
  }
}

export type Upload = ReturnType<typeof useUpload>
