import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const origin = 'https://shop.example'
const ask = async (path: string, init: RequestInit = {}) => {
  const { handleSignIn } = await import('./siwx')
  return handleSignIn(new Request(`${origin}/api/siwx/${path}`, init))
}
const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }

beforeEach(() => vi.resetModules()) // environment variables are read when the module is loaded
afterEach(() => vi.unstubAllEnvs())

it('throws an error that names the missing environment variable', async () => {
  await expect(ask('session')).rejects.toThrow('SITE_ORIGIN')
  vi.stubEnv('SITE_ORIGIN', origin)
  await expect(ask('session')).rejects.toThrow('SESSION_SECRET')
})

it('requests a sign-in for the origin of this site, and finds no session for a forged cookie', async () => {
  vi.stubEnv('SITE_ORIGIN', origin)
  vi.stubEnv('SESSION_SECRET', 'a secret of a test, which is long enough'.replaceAll(' ', '-'))
  const challenge = await (await ask('nonce', json)).json()
  expect(challenge).toMatchObject({ domain: 'shop.example', uri: origin })
  const { readSession } = await import('./siwx')
  expect(await readSession(new Headers({ cookie: '__Host-siwx-0123456789abcdef=forged' }))).toBeUndefined()
  expect((await ask('verify', json)).status).toBe(400)
})
