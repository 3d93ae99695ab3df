/** What only a document with a symbol of the library needs: fetched beside its category. */
export { drawingOf } from './draw-list.ts'
export { paintDrawing } from './paint.ts'
