import { expect, it } from 'vitest'
import { memoryStore } from '../store.js'
import { CODE_MS, type CodePurpose, createCodes, MAX_FAILURES, MAX_TRIES } from './codes.js'
import { createSecrets } from './secrets.js'

const EMAIL = 'visitor@shop.example'
const SITE = 'https://shop.example'

function fresh() {
  const clock = { now: Date.now() }
  const mails: { readonly to: string; readonly subject: string }[] = []
  const server = { isDown: false }
  const mailer = {
    async send(mail: { readonly to: string; readonly subject: string }) {
      if (server.isDown) throw new Error('The mail server does not answer.')
      mails.push(mail)
    },
  }
  const secrets = createSecrets(new Uint8Array(32).fill(7))
  const codes = createCodes({ store: memoryStore(), mailer, secrets, now: () => clock.now })
  const send = (purpose: CodePurpose = 'login') => {
    clock.now += 31_000
    const change = { from: EMAIL, to: 'other@shop.example' }
    return codes.send({ email: EMAIL, site: SITE, purpose, language: 'en', change })
  }
  const code = () => mails.at(-1)?.subject.slice(0, 6) ?? ''
  const wrong = () => (code() === '000000' ? '000001' : '000000')
  const fail = (request: string) =>
    codes.verify({ request, code: wrong() }, { purpose: 'login' }).catch(({ reason }) => reason)
  return { clock, codes, send, code, fail, server }
}

const purposes: readonly CodePurpose[] = ['login', 'leave address', 'enter address', 'export key']

it.each(purposes)('a code with the purpose "%s" is refused for every other purpose', async (purpose) => {
  const { codes, send, code } = fresh()
  const proof = { request: await send(purpose), code: code() }
  for (const other of purposes)
    if (other !== purpose)
      await expect(codes.verify(proof, { purpose: other })).rejects.toMatchObject({ reason: 'CODE_EXPIRED' })
  expect(await codes.verify(proof, { purpose })).toMatchObject({ email: EMAIL, site: SITE })
})

it('an address with 100 wrong codes is locked for codes that were sent before, also with the right digits', async () => {
  const { clock, codes, send, code, fail } = fresh()
  for (let failures = 0; failures < MAX_FAILURES - MAX_TRIES; failures += MAX_TRIES) {
    const request = await send()
    for (let at = 0; at < MAX_TRIES; at++) await fail(request)
    clock.now += 4 * 60_000
  }
  const early = { request: await send(), code: code() }
  const last = await send()
  for (let at = 1; at < MAX_TRIES; at++) expect(await fail(last)).toBe('WRONG_CODE')
  expect(await fail(last)).toBe('CODE_LOCKED')
  await expect(codes.verify(early, { purpose: 'login' })).rejects.toMatchObject({ reason: 'ADDRESS_LOCKED' })
})

it('an address gets at most 20 codes in an hour, and more as the first ones are an hour old', async () => {
  const { clock, send } = fresh()
  const start = clock.now + 31_000
  for (let sent = 0; sent < 20; sent++) await send()
  await expect(send()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  clock.now = start + 60 * 60_000 - 31_000 - 1
  await expect(send()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryInSeconds: 1 })
  clock.now = start + 60 * 60_000 - 31_000
  await send()
})

it('a wrong try does not extend the lifetime of a code', async () => {
  const { clock, codes, send, code, fail } = fresh()
  const request = await send()
  clock.now += CODE_MS - 1
  expect(await fail(request)).toBe('WRONG_CODE')
  clock.now += 1
  await expect(codes.verify({ request, code: code() }, { purpose: 'login' })).rejects.toMatchObject({
    reason: 'CODE_EXPIRED',
  })
})

it('a mail that could not be sent starts a cooldown, and does not count for the hourly limit', async () => {
  const { clock, codes, server } = fresh()
  const send = () => codes.send({ email: EMAIL, site: SITE, purpose: 'login', language: 'en' })
  server.isDown = true
  for (let tries = 0; tries < 25; tries++) {
    await expect(send()).rejects.toThrow('The mail server does not answer.')
    await expect(send()).rejects.toMatchObject({ reason: 'COOLDOWN', retryInSeconds: 30 })
    clock.now += 30_000
  }
  server.isDown = false
  expect(await send()).toMatch(/^[\da-f]{64}$/)
  await expect(send()).rejects.toMatchObject({ reason: 'COOLDOWN', retryInSeconds: 30 })
})
