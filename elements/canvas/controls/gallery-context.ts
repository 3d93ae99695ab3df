import { createContext } from 'react'
import type { Gallery } from './gallery.ts'

/** Where the views of a screen's controls read pictures and models from; null outside of a screen. */
export const GalleryContext = createContext<Gallery | null>(null)
