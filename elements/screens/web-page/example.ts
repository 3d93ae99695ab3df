import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '在页面中显示一个 https 网页，与本页隔离；可在新标签页打开。所在页面的安全策略须允许其地址（frame-src）。',
    en: 'A web page of https within this one, shut off from it, with the way to it in a new tab. The policy of the page around it has to allow its host (frame-src).',
  },
  attributes: { name: { value: 'Manual' }, src: { value: 'https://wiki.plant.example' } },
  states: { empty: { attributes: { src: '' } }, error: { attributes: { src: 'http://wiki.plant.example' } } },
  height: 420,
}
