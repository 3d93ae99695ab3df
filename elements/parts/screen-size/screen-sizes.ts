import type { Screen } from '../../../core/contract/screen.ts'

export type ScreenSize = readonly [width: number, height: number]

/** The sizes in px that new screens are offered, the usual one first. */
export const SCREEN_SIZES: Record<Screen['variant'], readonly [ScreenSize, ...ScreenSize[]]> = {
  desktop: [
    [1120, 630],
    [1280, 720],
    [1920, 1080],
  ],
  mobile: [
    [750, 1334],
    [720, 1280],
    [480, 800],
  ],
}

export const sizeId = ([width, height]: ScreenSize) => `${width}x${height}`
