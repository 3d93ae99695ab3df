// Signs a guest token: who may see what of the console in your page, for 10 minutes. Node's own library only.
// The key is a secret of your server: it never goes to the page. `resources` is {devices: [sn]}, {groups: [id]},
// {dashboards: [id]} or {all: true}, or several of them.
import { createHmac } from 'node:crypto'
import { argv, env } from 'node:process'
import { pathToFileURL } from 'node:url'

export function guestToken(embedKey, user, resources, actions, nowS = Math.floor(Date.now() / 1000)) {
  const dot = embedKey.lastIndexOf('.')
  const kid = embedKey.slice(0, dot)
  const claims = { iss: kid, iat: nowS, exp: nowS + 600, sub: user.id, name: user.name, resources, actions }
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'JWT', kid })}.${part(claims)}`
  return `${text}.${createHmac('sha256', embedKey.slice(dot + 1))
    .update(text)
    .digest('base64url')}`
}

// node guest-token.mjs: prints a token to try.
if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
  const user = { id: 'u-42', name: '王工 "North" O\'Neil/2' }
  const nowS = argv[2] ? Number(argv[2]) : undefined
  console.log(guestToken(env.SIGHTGLASS_EMBED_KEY, user, { devices: ['WW0001'] }, ['read', 'confirm'], nowS))
}
