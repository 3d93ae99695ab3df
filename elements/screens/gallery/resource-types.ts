import type { ResourceType } from '../../../core/contract/resource.ts'

/** In the order of their tabs. */
export const RESOURCE_TYPES: readonly ResourceType[] = ['picture', 'symbol', 'group', 'model']
