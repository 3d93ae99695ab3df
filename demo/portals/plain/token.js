// The portal's own server signs its visitor in at the console and hands over the token: by body, to this origin alone.
document.querySelector('sg-connection').getToken = async () => {
  const reply = await fetch('token', { method: 'POST' })
  if (!reply.ok) return null
  const { token } = await reply.json()
  return token
}
