import { type Page, seen, type Then } from './axe-page.ts'
import { PIXEL } from './configure-pages.ts'
import { pump } from './played-server.ts'

/** The page of a device with a scene picture, once `live` has brought its values. */
export const devicePicturePages = (live: Then): Page[] =>
  (
    [
      ['with a scene picture', [], '.scene-picture > img'],
      ['with its scene picture shown large', ['button.scene-picture'], '.scene-picture-large'],
      ['with the form of its fields', ['.monitor-acts .button'], '.picture-field-row > img'],
    ] as const
  ).map(([shape, steps, last]) => ({
    shape,
    attributes: { sn: 'PUMP1' },
    answers: {
      'GET /dev/basic': () => pump({ report_time: Date.now(), may_edit: true, picture_tag: 'tag' }),
      'GET /dev/picture': () => ({ mime: 'image/png', width: 1, height: 1, content: PIXEL, tag: 'tag' }),
    },
    async reach(played) {
      await live(played)
      await seen(steps, last)(played)
    },
  }))
