import { expect, it } from 'vitest'
import { memoryStore } from '../../store.js'
import { createSecrets } from '../secrets.js'
import { createSocialLogins, sha256 } from './social-logins.js'

const VERIFIER = 'the secret that the frame keeps'

async function finished() {
  let now = 0
  const store = memoryStore()
  const written: unknown[] = []
  const spying = {
    ...store,
    set: (key: string, value: unknown, options?: { lifetimeMs: number }) => {
      written.push(key, value)
      return store.set(key, value, options)
    },
  }
  const secrets = createSecrets(new Uint8Array(32).fill(7))
  const logins = createSocialLogins({ store: spying, secrets, now: () => now })
  const site = 'https://site.example'
  const challenge = await sha256(VERIFIER)
  const attempt = { provider: 'github', site, returnUrl: `${site}/`, challenge, expiresAt: 600_000 } as const
  const code = await logins.finish(attempt, { subject: 'subject-4711', name: 'Ada' })
  const pass = (ms: number): void => {
    now += ms
  }
  return { logins, code, site, written, pass }
}

it('redeem returns the account once, for the secret of the frame that began the login', async () => {
  const { logins, code, site } = await finished()
  expect(await logins.redeem(code, VERIFIER)).toEqual({
    provider: 'github',
    site,
    subject: 'subject-4711',
    name: 'Ada',
  })
  await expect(logins.redeem(code, VERIFIER)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
})

it('redeem rejects another secret, and a code after two minutes', async () => {
  const stolen = await finished()
  await expect(stolen.logins.redeem(stolen.code, 'a guess')).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  const late = await finished()
  late.pass(120_000)
  await expect(late.logins.redeem(late.code, VERIFIER)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
})

it('F8: stores neither the code nor the account of the login service as plain text', async () => {
  const { code, written } = await finished()
  const stored = JSON.stringify(written)
  for (const secret of ['subject-4711', 'Ada', code]) expect(stored).not.toContain(secret)
})
