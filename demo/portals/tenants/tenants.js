// The inner connection brings its own way to a token, by function.
document.querySelector('#nested').getToken = async () => {
  const reply = await fetch('token/rival', { method: 'POST' })
  return reply.ok ? (await reply.json()).token : null
}
