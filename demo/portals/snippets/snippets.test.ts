import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const { embed_key, now_s, token } = JSON.parse(readFileSync(join(import.meta.dirname, 'vector.json'), 'utf8'))
const [head, body, mac] = (token as string).split('.')
const read = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))

/** How each runs from its own text, without a project; .NET has no such way before version 10. */
const SNIPPETS: { file: string; program: string; args: string[] }[] = [
  { file: 'guest-token.mjs', program: process.execPath, args: [] },
  { file: 'guest_token.py', program: 'python3', args: ['-B'] },
  { file: 'GuestToken.java', program: 'java', args: [] },
  { file: 'guest_token.php', program: 'php', args: [] },
  { file: 'guest_token.go', program: 'go', args: ['run'] },
  { file: 'GuestToken.cs', program: 'dotnet', args: ['run'] },
]

test('the test vector carries a valid HS256 signature', () => {
  const dot = embed_key.lastIndexOf('.')
  expect(read(head)).toEqual({ alg: 'HS256', typ: 'JWT', kid: embed_key.slice(0, dot) })
  expect(read(body)).toMatchObject({ iss: embed_key.slice(0, dot), iat: now_s, exp: now_s + 600 })
  expect(
    createHmac('sha256', embed_key.slice(dot + 1))
      .update(`${head}.${body}`)
      .digest('base64url'),
  ).toBe(mac)
})

describe.each(SNIPPETS)('$file', ({ file, program, args }) => {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')

  test('the snippet prints the test vector where its runtime is installed', ({ skip }) => {
    const cwd = mkdtempSync(join(tmpdir(), 'sightglass-snippet-'))
    const { error, status, stdout, stderr } = spawnSync(
      program,
      [...args, join(import.meta.dirname, file), `${now_s}`],
      {
        cwd,
        encoding: 'utf8',
        timeout: 60_000,
        env: { ...process.env, SIGHTGLASS_EMBED_KEY: embed_key, GOFLAGS: '-mod=mod', GOCACHE: join(cwd, 'cache') },
      },
    )
    rmSync(cwd, { recursive: true, force: true })
    if (error && 'code' in error && error.code === 'ENOENT') skip(`no ${program} here`)
    // `dotnet run file.cs` came with version 10; an older one knows no project here.
    if (program === 'dotnet' && status !== 0 && /project/i.test(stdout + stderr)) skip('an older .NET')
    expect({ status, stdout: stdout.trim(), stderr }).toMatchObject({ status: 0, stdout: token })
  })

  test('the snippet names the claims of the test vector in their order, and signs with HMAC-SHA-256 and no third-party library', () => {
    const signing = text.slice(text.search(/claims?\b[^\n]*[=({]/))
    const places = Object.keys(read(body)).map((claim) => signing.search(new RegExp(`\\b${claim}\\b`, 'i')))
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    for (const word of ['HS256', 'JWT', 'kid', '600', read(body).sub, ...read(body).actions, 'SIGHTGLASS_EMBED_KEY'])
      expect(text).toContain(word)
    expect(text).toMatch(/hmac/i)
    expect(text).toMatch(/sha-?256/i)
    const theirs = [...text.matchAll(/^\s*(?:import|using|require|from|use)\b[^\n]*/gm)].map(([line]) => line)
    expect(theirs.filter((line) => /jsonwebtoken|\bjose\b|jwt/i.test(line))).toEqual([])
  })
})
