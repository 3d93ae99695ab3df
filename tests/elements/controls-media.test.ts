import { cubeFiles } from '../../elements/canvas/controls/model/test-cube.ts'
import { equal, expectComplaint, turn, until } from './check.ts'
import { driveControls } from './controls-driver.tsx'
import { instead, undo } from './media/instead.ts'

const { kinds, show } = await driveControls()

/** Pages with a policy of their own forbid blobs as media, and frames. */
const isStrict = /^(strict|trusted)\./.test(location.hostname)
const never: typeof it = () => {}
const freely = isStrict ? never : it
const strictly = isStrict ? it : never

const address = (name: string) => new URL(`/played/${name}`, location.href).href
const fixture = async (url: string) => new Uint8Array(await (await realFetch(url)).arrayBuffer())
const realFetch = window.fetch.bind(window)
const url = {
  flv: new URL('./media/stream.flv', import.meta.url).href,
  mpegts: new URL('./media/stream.mpegts', import.meta.url).href,
  segments: [
    new URL('./media/segment-0.mpegts', import.meta.url).href,
    new URL('./media/segment-1.mpegts', import.meta.url).href,
    new URL('./media/segment-2.mpegts', import.meta.url).href,
  ],
}

/** Answers an address of `/played/` as a camera would. */
function playAddress(name: string, answer: () => Response): { requests: number } {
  const played = { requests: 0 }
  instead(window, 'fetch', (real) => async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (url !== address(name)) return real.call(window, input, init)
    played.requests += 1
    return answer()
  })
  return played
}

const pictureOf = (box: Element) => until('a video', () => box.querySelector('video'))
async function playsOn(box: Element): Promise<HTMLVideoElement> {
  const video = await pictureOf(box)
  await until('a picture with a size', () => video.videoWidth > 0)
  const { currentTime } = video
  await until('frames advance', () => video.currentTime > currentTime + 0.4)
  return video
}

freely('a video plays HLS where the browser does not by itself', async () => {
  instead(HTMLMediaElement.prototype, 'canPlayType', () => () => '')
  const lines = url.segments.flatMap((segment) => ['#EXTINF:2.0,', segment])
  const list = ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-TARGETDURATION:2', ...lines, '#EXT-X-ENDLIST']
  const played = URL.createObjectURL(new Blob([list.join('\n')]))
  instead(
    XMLHttpRequest.prototype,
    'open',
    (real) =>
      function (this: XMLHttpRequest, method: string, url: string | URL) {
        return real.call(this, method, String(url) === address('list.m3u8') ? played : url, true)
      },
  )
  const { box } = await show('video', { url: address('list.m3u8') })
  const video = await playsOn(box)
  equal(video.muted, true)
  equal(Math.round(video.duration), 6)
})

freely('a video plays FLV', async () => {
  const { box } = await show('video', { url: url.flv, kind: 'flv' })
  equal((await playsOn(box)).videoWidth, 96)
})

freely('a video says since when a stream stands still, and goes on with it', async () => {
  const bytes = await fixture(url.mpegts)
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined
  playAddress('live.ts', () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.slice(0, 188 * 96))
        feed = controller
      },
    })
    return new Response(body)
  })
  const { box, says } = await show('video', { url: address('live.ts') })
  const video = await playsOn(box)
  await until('all that came is played', () => video.currentTime >= video.buffered.end(0) - 0.2)
  await says('Standing since')
  const stood = video.currentTime
  feed?.enqueue(bytes.slice(188 * 96))
  await until('it goes on', () => video.currentTime > stood + 0.3)
  await until('nothing is said any more', () => !box.textContent?.includes('Standing'))
})

freely('a video says what to do where nothing comes, and tries again', async () => {
  const bytes = await fixture(url.flv)
  let isOn = false
  const played = playAddress('cam.flv', () => (isOn ? new Response(bytes) : new Response('', { status: 404 })))
  const { box, says, button } = await show('video', { url: address('cam.flv') })
  await says('The stream has broken off')
  await says('tried again by itself')
  await until('asked for again', () => played.requests > 1)
  isOn = true
  ;(await button('Retry')).click()
  await playsOn(box)
})

freely('a video of a template is found by its name', async () => {
  const videos = [{ name: 'Inlet', url: url.flv, kind: 'flv' as const }]
  const { box } = await show('video', { video: 'Inlet' }, { videos })
  await playsOn(box)
  const other = await show('video', { video: 'Outlet' }, { videos })
  await other.says('The template has no video “Outlet”')
})

strictly('a video says that the page forbids it', async () => {
  expectComplaint(/media-src/)
  const { says } = await show('video', { url: url.flv, kind: 'flv' })
  await says(`security policy forbids ${location.host}`)
  await says('MEDIA_HOSTS')
})

it('a video waits to be asked where it does not play at once', async () => {
  const played = playAddress('cam.flv', () => new Response(''))
  const { button } = await show('video', { url: address('cam.flv'), isAutoplay: false })
  await button('Play')
  await turn()
  equal(played.requests, 0)
})

it('a video says so where none is set, in the editor and in a replay, and loads nothing there', async () => {
  const played = playAddress('cam.flv', () => new Response(''))
  await (await show('video', {})).says('No video set')
  const drawn = await show('video', { url: address('cam.flv') }, { isEditing: true })
  await drawn.says(location.host)
  const past = await show('video', { url: address('cam.flv') }, { replayTime: 1 })
  await past.says('A replay has no video')
  equal([drawn.box, past.box].flatMap((box) => Array.from(box.querySelectorAll('video'))).length, 0)
  equal(played.requests, 0)
})

freely('a video lets go of its stream when it leaves', async () => {
  const { box, leave } = await show('video', { url: url.flv, kind: 'flv' })
  const video = await playsOn(box)
  leave()
  await until('nothing is held', () => video.getAttribute('src') === null)
})

const bytes = Uint8Array.from(atob(cubeFiles()[2]?.content ?? ''), (sign) => sign.charCodeAt(0))

it('a camera shows a new picture every so often, and keeps the last one with its time', async () => {
  let isOn = true
  const urls: string[] = []
  const here = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }))
  const src = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src') as PropertyDescriptor
  Object.defineProperty(HTMLImageElement.prototype, 'src', {
    ...src,
    set(this: HTMLImageElement, value: string) {
      if (!value.startsWith(address('snap.jpg'))) return src.set?.call(this, value)
      urls.push(value)
      src.set?.call(this, isOn ? here : 'data:image/png;base64,AA==')
    },
  })
  undo.push(() => Object.defineProperty(HTMLImageElement.prototype, 'src', src))
  const { box, says } = await show('camera', {
    title: 'Gate',
    shows: 'pictures',
    pictureUrl: address('snap.jpg?size=2'),
    everyS: 1,
  })
  await until('a picture', () => box.querySelector('img[alt^="Gate at"]'))
  await until('another one', () => new Set(urls).size > 1)
  equal(
    urls.every((one) => new URL(one).searchParams.get('size') === '2'),
    true,
  )
  isOn = false
  await says('Standing since')
  equal(box.querySelectorAll('img').length, 1)
})

it('a camera says so where no address is set, and in a replay', async () => {
  await (await show('camera', { shows: 'pictures' })).says('No address of pictures set')
  await (await show('camera', {})).says('No video set')
  await (await show('camera', { url: address('a.flv') }, { replayTime: 1 })).says('A replay has no video')
})

freely('a camera plays its stream and tells the time', async () => {
  const { box } = await show('camera', { url: url.flv, kind: 'flv' })
  await playsOn(box)
  await until('the time', () => /\d\d:\d\d:\d\d/.test(box.querySelector('.camera-time')?.textContent ?? ''))
})

const loaded = new URL('/played-page.html', location.href).href

freely('a web page is shut off from the page around it, and loaded anew', async () => {
  const { box } = await show('web-page', { url: loaded, title: 'Plan' })
  const frame = await until('the page', () => box.querySelector('iframe'))
  // Of our own address: a stranger to us all the same.
  equal(frame.getAttribute('sandbox'), 'allow-scripts allow-forms')
  equal(frame.referrerPolicy, 'no-referrer')
  equal(frame.title, 'Plan')
  await until('loaded', () => !box.querySelector('.view-waiting'))
})

strictly('a web page says that the page forbids it, and leads there', async () => {
  expectComplaint(/frame-src/)
  const { box, says } = await show('web-page', { url: loaded })
  await says(`security policy forbids ${location.host}`)
  await says('FRAME_HOSTS')
  const link = box.querySelector('a')
  equal([link?.href, link?.target, link?.rel], [loaded, '_blank', 'noopener noreferrer'])
})

for (const bad of ['javascript:alert(1)', 'data:text/html,<b>x</b>', 'file:///etc/passwd']) {
  it(`a web page never loads ${bad}`, async () => {
    const { box, says } = await show('web-page', { url: bad })
    await says('This is not a web address')
    equal(box.querySelector('iframe'), null)
    equal(kinds.get('web-page')?.props.safeParse({ ...kinds.get('web-page')?.defaults, url: bad }).success, false)
  })
}

it('a web page is not loaded in the editor, nor in a replay', async () => {
  const drawn = await show('web-page', { url: loaded }, { isEditing: true })
  await drawn.says(location.host)
  const past = await show('web-page', { url: loaded }, { replayTime: 1 })
  await past.says('A replay has no web page')
  equal(drawn.box.querySelector('iframe') ?? past.box.querySelector('iframe'), null)
})
