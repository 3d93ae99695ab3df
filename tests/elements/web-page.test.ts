import { equal, expectComplaint, until } from './check.ts'
import { shown } from './screen-driver.ts'

/** Pages with a policy of their own forbid frames; on others the host would be asked for. */
const isStrict = /^(strict|trusted)\./.test(location.hostname)
const never: typeof it = () => {}
const strictly = isStrict ? it : never

const opened = (src: string) => shown(`<sg-web-page lang="en" name="Manual" src="${src}"></sg-web-page>`)

strictly('<sg-web-page> says that the page around it forbids the host, and leads to it in a new tab', async () => {
  expectComplaint(/frame-src/)
  const page = await opened('https://wiki.plant.example/start')
  await page.says('security policy forbids wiki.plant.example')
  const link = await page.find<HTMLAnchorElement>('.web-page-head a')
  equal([link.href, link.target, link.rel], ['https://wiki.plant.example/start', '_blank', 'noopener noreferrer'])
  equal(page.element.dataset.sgTitle, 'Manual')
})

it('<sg-web-page> shows nothing but addresses of https', async () => {
  for (const src of ['javascript:alert(1)', 'data:text/html,x', 'http://wiki.plant.example/', 'wiki', '']) {
    const page = await opened(src)
    await until(`nothing for ${src}`, () => page.state === 'empty')
    equal(page.all('iframe, a').length, 0)
  }
})
