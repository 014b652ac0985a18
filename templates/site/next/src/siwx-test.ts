import { afterEach, expect, it, vi } from 'vitest'
import { handleSignIn, readSession } from './siwx'

const origin = 'https://shop.example'
const ask = (path: string, init: RequestInit = {}) => handleSignIn(new Request(`${origin}/api/siwx/${path}`, init))
const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }

afterEach(() => vi.unstubAllEnvs())

it('says what is missing where it was not set up', async () => {
  expect(() => ask('session')).toThrow('SITE_ORIGIN')
  vi.stubEnv('SITE_ORIGIN', origin)
  expect(() => ask('session')).toThrow('SESSION_SECRET')
})

it('asks for what this site is called, and knows nobody who has not signed in', async () => {
  vi.stubEnv('SITE_ORIGIN', origin)
  vi.stubEnv('SESSION_SECRET', 'a secret of a test, which is long enough'.replaceAll(' ', '-'))
  const challenge = await (await ask('nonce', json)).json()
  expect(challenge).toMatchObject({ domain: 'shop.example', uri: origin })
  expect(await readSession(new Headers({ cookie: '__Host-siwx=forged' }))).toBeUndefined()
  expect((await ask('verify', json)).status).toBe(400)
})
