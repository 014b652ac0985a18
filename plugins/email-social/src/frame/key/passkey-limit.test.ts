// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LoginWithKey } from '../account/account.js'
import { MAX_PASSKEYS } from './passkey.js'
import { addPasskey } from './passkey-screens.js'

const { stored } = vi.hoisted(() => ({ stored: { count: 0 } }))

vi.mock('../gateway.js', async (original) => ({
  ...(await original<typeof import('../gateway.js')>()),
  gateway: {
    passkeys: async () =>
      Array.from({ length: stored.count }, (_, index) => ({ credentialId: `passkey${index}`, sealedShare: '00' })),
  },
}))
vi.mock('../account/account.js', () => ({ readShares: async () => [new Uint8Array(1), new Uint8Array(1)] }))

const address = `0x${'ab'.repeat(20)}`
const login: LoginWithKey = {
  session: 's1',
  address,
  account: {
    ...{ accountId: 'a1', email: 'ada@example.org', site: 'https://wallet.example', chains: [], smartAccount: null },
    approvals: 'frame',
    wallet: { address },
  },
}

/** Adds a passkey to an account with `count` passkeys, on a device whose visitor cancels the prompt. */
async function add(count: number): Promise<{ readonly error: unknown; readonly prompts: number }> {
  stored.count = count
  const create = vi.fn(async () => null)
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('navigator', { credentials: { create } })
  const error = await addPasskey(login).catch((failure: unknown) => failure)
  return { error, prompts: create.mock.calls.length }
}

beforeEach(() => {
  document.documentElement.lang = 'en'
})

afterEach(() => vi.unstubAllGlobals())

it('with the most passkeys that the gateway stores, no passkey is created', async () => {
  const message = 'The account has ten passkeys. Remove one.'
  expect(await add(MAX_PASSKEYS)).toMatchObject({ error: { code: 'CONFLICT', message }, prompts: 0 })
  document.documentElement.lang = 'de'
  expect(await add(MAX_PASSKEYS)).toMatchObject({
    error: { message: 'Das Konto hat zehn Passkeys. Entfernen Sie einen.' },
    prompts: 0,
  })
})

it('with one passkey less, a passkey is created', async () => {
  expect(await add(MAX_PASSKEYS - 1)).toMatchObject({ error: { name: 'PasskeyError', failure: 'refused' }, prompts: 1 })
})
