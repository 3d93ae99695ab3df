/** Dialogs and messages of actions, with the frame that dialogs have: one chunk, which comes as a whole or not at all. */
export { fetchFrame } from '../../kit/Dialog.tsx'
export { ChosenActs } from './ChosenActs.tsx'
export { NoteDialog } from './NoteDialog.tsx'
export { RefusalsDialog } from './RefusalsDialog.tsx'
export { ShelveDialog } from './ShelveDialog.tsx'
