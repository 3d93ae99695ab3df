import { drawBar } from './bar.ts'

drawBar()
