import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { UploadedFile } from './file.ts'
import { Paging, pageOf } from './paging.ts'
import { Line } from './plain-text.ts'

const mayUse = ['P40000', 'P41000', 'P41600'] as const
const mayShow = ['P24000', 'P10000', 'P20000', 'P100000', 'P40000', 'P41000', 'P41600'] as const

/** `picture`: PNG, JPEG, GIF, WebP. `symbol`: an SVG that was cleaned. `group`: controls that are used in several places. `model`: glTF with its parts. */
export const ResourceType = z.enum(['picture', 'symbol', 'group', 'model'])
export type ResourceType = z.infer<typeof ResourceType>

export const ResourceName = Line(LIMITS.pictureName)

/** Something of the gallery. Documents name it as `gallery/<resource_id>`. */
export const Resource = z.object({
  resource_id: z.int(),
  resource_type: ResourceType,
  resource_name: z.string(),
  category_id: z.nullable(z.int()),
  mime: z.string(),
  bytes: z.int(),
  /** px of pictures and symbols. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  created_time: z.int(),
  user_name: z.string(),
  is_own: z.boolean(),
  /** Changes with the content, so that it may be cached. */
  tag: z.string(),
})
export type Resource = z.infer<typeof Resource>

export const ResourceCategory = z.object({
  category_id: z.int(),
  resource_type: ResourceType,
  category_name: z.string(),
  resource_count: z.int(),
})
export type ResourceCategory = z.infer<typeof ResourceCategory>

/** A file of a resource with its bytes in base64. A model has several: one `.gltf` or `.glb`, and its parts. */
export const ResourceFile = z.object({ name: z.string(), mime: z.string(), content: z.string() })

const categoryName = Line(LIMITS.classificationName)

export const resource = {
  list: endpoint({
    method: 'GET',
    path: '/yun/resourcesInfo',
    also: ['/yun/module/resources'],
    needs: mayUse,
    summary: 'Pictures, symbols, groups and models of the gallery.',
    input: z.object({
      ...Paging,
      resource_type: z.optional(ResourceType),
      category_id: z.optional(z.int()),
      search: z.optional(z.string().check(z.maxLength(64))),
    }),
    output: pageOf(Resource),
  }),
  use: endpoint({
    method: 'GET',
    path: '/yun/resourcesInfo/quota',
    needs: mayUse,
    summary: "How much of the caller's gallery space is used, in bytes.",
    input: Nothing,
    output: z.object({ used: z.int(), limit: z.nullable(z.int()) }),
  }),
  content: endpoint({
    method: 'GET',
    path: '/yun/resourcesInfo/content',
    needs: mayShow,
    summary: 'The files of a resource. A picture or symbol has one.',
    input: z.object({ resource_id: z.int() }),
    output: z.object({ resource: Resource, files: z.array(ResourceFile) }),
    refusals: ['100002'],
  }),
  upload: endpoint({
    method: 'POST',
    path: '/yun/resourcesInfo/batch',
    needs: mayUse,
    summary:
      'Adds to the gallery. A picture or SVG is 1 MB at most; an SVG is rebuilt from what is allowed; a model is exactly one gltf or glb with its parts.',
    input: z.object({
      resource_type: ResourceType,
      resource_name: ResourceName,
      category_id: z.optional(z.nullable(z.int())),
      files: z.array(UploadedFile).check(z.minLength(1), z.maxLength(100)),
    }),
    output: Resource,
    empty: { resource_name: '114003' },
    refusals: ['201801', '114003', '114004', '114005', '114006', '114010', '100002', '100019'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/yun/resourcesInfo',
    needs: mayUse,
    summary:
      'Renames a resource, moves it to a category, or replaces the controls of a group: it changes where it is used.',
    input: z.object({
      resource_id: z.int(),
      resource_name: z.optional(ResourceName),
      category_id: z.optional(z.nullable(z.int())),
      files: z.optional(z.array(UploadedFile).check(z.minLength(1), z.maxLength(100))),
    }),
    output: Resource,
    empty: { resource_name: '114003' },
    refusals: ['100002', '114003', '114004', '114005', '114006', '201801', '100019'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/yun/resourcesInfo',
    needs: mayUse,
    summary: 'Deletes a resource; refused while a screen uses it, naming the screens.',
    input: z.object({ resource_id: z.int() }),
    output: Nothing,
    refusals: ['100002', '114007'],
  }),
  categories: endpoint({
    method: 'GET',
    path: '/yun/resourcesClassify',
    needs: mayUse,
    summary: 'The categories of the gallery.',
    input: z.object({ resource_type: z.optional(ResourceType) }),
    output: z.array(ResourceCategory),
  }),
  createCategory: endpoint({
    method: 'POST',
    path: '/yun/resourcesClassify',
    needs: mayUse,
    summary: 'Creates a category.',
    input: z.object({ resource_type: ResourceType, category_name: categoryName }),
    output: ResourceCategory,
    empty: { category_name: '114001' },
    refusals: ['114001', '114002'],
  }),
  editCategory: endpoint({
    method: 'PUT',
    path: '/yun/resourcesClassify',
    needs: mayUse,
    summary: 'Renames a category.',
    input: z.object({ category_id: z.int(), category_name: categoryName }),
    output: ResourceCategory,
    empty: { category_name: '114001' },
    refusals: ['100002', '114001', '114002'],
  }),
  removeCategory: endpoint({
    method: 'DELETE',
    path: '/yun/resourcesClassify',
    needs: mayUse,
    summary: 'Deletes a category; what was in it is then in none.',
    input: z.object({ category_id: z.int() }),
    output: Nothing,
    refusals: ['100002'],
  }),
}
