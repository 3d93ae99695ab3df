/** The renderer of configuration screens: controls on one canvas, of which only what changes is painted again. */
export { paintedBox, type SceneControl } from './entry.ts'
export type { ScenePage } from './page-background.ts'
export { placeholderOf } from './placeholder.ts'
export { createScene, type Scene, type SceneOptions, type SceneStats, type SceneView } from './scene.ts'
