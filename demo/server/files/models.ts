import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Words } from '../../../core/catalogue/words.ts'
import { WrongField } from '../http/field-errors.ts'
import { type CheckedFiles, type KeptFile, type SentFile, wrongFile } from './checked-files.ts'
import { addressesOf, isTooDeep, type Scene, sceneOf } from './gltf.ts'
import { drawsTooMuch } from './gltf-drawn.ts'
import { fillsTooMuch } from './gltf-fill.ts'
import { validityOf } from './gltf-validity.ts'
import { MOST_PIXELS, pictureOf } from './pictures.ts'

/** What stands in the document itself counts twice: as text, and as what it says. */
const MOST_INLINE = 4 * 1024 * 1024
/** What a graphics card can hold of pictures. */
const MOST_PIXELS_OF_ALL = 150_000_000
/** What the viewer cannot decode. */
const UNREADABLE = [
  'KHR_draco_mesh_compression',
  'KHR_texture_basisu',
  'EXT_meshopt_compression',
  'KHR_mesh_quantization',
]
const MIMES: Record<string, string> = {
  gltf: 'model/gltf+json',
  glb: 'model/gltf-binary',
  bin: 'application/octet-stream',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

const extensionOf = (name: string) => /\.([a-z]+)$/.exec(name.toLowerCase())?.[1] ?? ''
const isScene = (name: string) => ['gltf', 'glb'].includes(extensionOf(name))

/** Exactly one gltf or glb with its bin, jpg and png parts, which the official validator finds nothing wrong with. */
export async function checkModel(sent: readonly SentFile[]): Promise<CheckedFiles> {
  const total = sent.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (total > LIMITS.importBytes) throw wrongFile(0, { zh: '3D 模型最大 20 MB', en: 'a model may have 20 MB at most' })
  requireNames(sent)
  const place = sent.findIndex(({ name }) => isScene(name))
  const scene = sent[place] as SentFile
  const others = sent.filter(({ name }) => !isScene(name))
  for (const [at, file] of sent.entries()) if (at !== place) requirePart(file, at)
  const json = requireReferences(scene, place, others)

  const parts = new Map(others.map(({ name, bytes }) => [name, new Uint8Array(bytes)]))
  const report = await validityOf({ name: scene.name, bytes: new Uint8Array(scene.bytes), parts })
  if (report.errors > 0)
    throw wrongFile(
      place,
      named(scene, { zh: `校验未通过（${report.first}）`, en: `is not valid glTF (${report.first})` }),
    )
  if (report.mostPixels > MOST_PIXELS)
    throw wrongFile(
      place,
      named(scene, { zh: '贴图超过 2500 万像素', en: 'has a picture of more than 25 million pixels' }),
    )
  if (report.allPixels > MOST_PIXELS_OF_ALL)
    throw wrongFile(
      place,
      named(scene, { zh: '贴图合计超过 1.5 亿像素', en: 'has pictures of more than 150 million pixels together' }),
    )
  const tooMuch = fillsTooMuch(json, scene.bytes, parts)
  if (tooMuch) throw wrongFile(place, named(scene, tooMuch))
  return {
    mime: MIMES[extensionOf(scene.name)] as string,
    width: null,
    height: null,
    files: [scene, ...others].map(kept),
  }
}

const kept = ({ name, bytes }: SentFile): KeptFile => ({
  name,
  mime: MIMES[extensionOf(name)] as string,
  content: bytes,
})

const named = ({ name }: SentFile, { zh, en }: Words): Words => ({ zh: `${name}：${zh}`, en: `${name} ${en}` })

function requireNames(sent: readonly SentFile[]): void {
  const known = new Set<string>()
  let scenes = 0
  for (const [at, file] of sent.entries()) {
    const { name } = file
    if (!/^[^/\\\p{Cc}]{1,255}$/u.test(name) || name.startsWith('.'))
      throw wrongFile(at, { zh: '文件名无效', en: 'has a name that no part may have' })
    if (!Object.hasOwn(MIMES, extensionOf(name)))
      throw wrongFile(
        at,
        named(file, { zh: '只支持 gltf、glb、bin、jpg、png', en: 'is no gltf, glb, bin, jpg or png' }),
      )
    if (known.has(name.toLowerCase())) throw wrongFile(at, named(file, { zh: '文件重复', en: 'is there twice' }))
    known.add(name.toLowerCase())
    if (isScene(name) && ++scenes > 1)
      throw wrongFile(at, named(file, { zh: '只能有一个 gltf 或 glb 文件', en: 'is a second gltf or glb file' }))
  }
  if (scenes === 0)
    throw new WrongField('files', { zh: '缺少 gltf 或 glb 文件', en: 'lack a gltf or glb file' }, '114010')
}

function requirePart(file: SentFile, at: number): void {
  const { name, bytes } = file
  if (bytes.length === 0) throw wrongFile(at, named(file, { zh: '文件为空', en: 'is empty' }))
  const mime = MIMES[extensionOf(name)] as string
  if (!mime.startsWith('image/')) return
  const picture = pictureOf(bytes)
  if (picture?.mime !== mime)
    throw wrongFile(at, named(file, { zh: '内容与扩展名不符', en: 'is not what its name says' }))
  if (picture.width * picture.height > MOST_PIXELS)
    throw wrongFile(at, named(file, { zh: '超过 2500 万像素', en: 'has more than 25 million pixels' }))
}

/** The scene, of which every address is a part that came along, or stands in the scene itself. */
function requireReferences(scene: SentFile, place: number, parts: readonly SentFile[]): Scene {
  const refuse = (words: Words) => wrongFile(place, named(scene, words))
  const json = sceneOf(scene.bytes)
  if (json === null) throw refuse({ zh: '不是有效的 glTF 文件', en: 'is no glTF file' })
  if (isTooDeep(json)) throw refuse({ zh: '层级过深，无法显示', en: 'goes too deep to be drawn' })
  const needed = json.extensionsRequired ?? []
  const unreadable = needed.find((extension) => UNREADABLE.includes(String(extension)))
  if (unreadable !== undefined)
    throw refuse({
      zh: `需要扩展 ${unreadable}，暂不支持`,
      en: `needs the extension ${unreadable}, which is not shown`,
    })
  const tooMuch = drawsTooMuch(json)
  if (tooMuch) throw refuse(tooMuch)
  const names = new Set(parts.map(({ name }) => name))
  for (const address of addressesOf(json)) {
    if (address.kind === 'broken')
      throw refuse({ zh: '包含无效的引用地址', en: 'holds an address that cannot be read' })
    if (address.kind === 'remote')
      throw refuse({ zh: '不能引用外部地址或上级目录', en: 'refers to something outside of the upload' })
    if (address.kind === 'inline') {
      if (address.bytes > MOST_INLINE)
        throw refuse({ zh: '内嵌数据最大 4 MB', en: 'holds inline data of more than 4 MB' })
      if (address.picture && !isInlinePicture(address.content))
        throw refuse({ zh: '内嵌贴图不是有效的 PNG 或 JPEG', en: 'holds an inline picture that is no PNG or JPEG' })
    } else if (!names.has(address.name)) {
      throw refuse({ zh: `缺少文件 ${address.name}`, en: `lacks ${address.name}` })
    }
  }
  return json
}

function isInlinePicture(content: Buffer): boolean {
  const picture = pictureOf(content)
  return (
    picture !== null &&
    (picture.mime === 'image/png' || picture.mime === 'image/jpeg') &&
    picture.width * picture.height <= MOST_PIXELS
  )
}
