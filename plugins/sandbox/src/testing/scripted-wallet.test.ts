import { describe, expect, it } from 'vitest'
import { sandboxNetworks } from '../networks.js'
import { unpack } from './bytes.js'
import type { WalletPlan } from './plan.js'
import { type HostedWallet, hostWallet } from './scripted-wallet.js'
import type { WalletEvent } from './wallet-protocol.js'

const origin = 'https://site.test'

function host(plan: WalletPlan) {
  const emitted: { origin: string | null; event: WalletEvent }[] = []
  const hosted = hostWallet(plan, {
    id: 'zephyr',
    networks: sandboxNetworks('http://127.0.0.1:1'),
    emit: async (to, event) => void emitted.push({ origin: to, event }),
    origins: () => [origin],
    listeners: async () => 0,
  })
  return { ...hosted, emitted }
}

it('says that networks must be objects if a plan has CAIP-2 ids', () => {
  const networks = JSON.parse('["eip155:1"]')
  expect(() => host({ namespace: 'eip155', networks })).toThrow(
    'must contain objects of the type Network of @wallet-modal/kernel, with "rpcUrls". It contains "eip155:1".',
  )
})

/** Connection request of a page. */
const connectRequest = {
  eip155: ['request', { method: 'eth_requestAccounts' }],
  solana: ['standard:connect', {}],
  bip122: ['bitcoin:connect', { purposes: ['payment', 'ordinals'] }],
  polkadot: ['enable', 'Site'],
} as const
type Family = keyof typeof connectRequest
const families = Object.keys(connectRequest) as Family[]

/** Rejection by a wallet of the family. */
const refusal = {
  eip155: { code: 4001 },
  solana: { code: 4001 },
  bip122: { code: 4001 },
  polkadot: { message: 'Cancelled' },
}

const connect = async ({ answer }: HostedWallet, family: Family, from = origin): Promise<unknown> =>
  unpack(
    family === 'eip155'
      ? await answer(from, 'eth_requestAccounts', [])
      : await answer(from, connectRequest[family][0], [connectRequest[family][1]]),
  )

/** Accounts that a page of the origin can read. */
async function visibleAccounts({ answer }: HostedWallet, family: Family): Promise<readonly string[]> {
  const answered: unknown = unpack(await answer(origin, family === 'eip155' ? 'eth_accounts' : 'accounts', []))
  const list: unknown = Array.isArray(answered) ? answered : Reflect.get(Object(answered), 'accounts')
  return Array.isArray(list)
    ? list.map((one: unknown) => (typeof one === 'string' ? one : Reflect.get(Object(one), 'address')))
    : []
}

describe.each(families)('a scripted wallet of %s', (family) => {
  it('shows its accounts only to connected origins', async () => {
    const hosted = host({ namespace: family })
    expect(await visibleAccounts(hosted, family)).toEqual([])
    await connect(hosted, family)
    expect(await visibleAccounts(hosted, family)).toEqual(hosted.wallet.addresses)
    expect(hosted.wallet.questions).toMatchObject([{ kind: 'connect', address: hosted.wallet.address }])
    await hosted.wallet.disconnect()
    expect(await visibleAccounts(hosted, family)).toEqual([])
  })

  it('rejects with the error of its chain family, without changes', async () => {
    const hosted = host({ namespace: family })
    hosted.wallet.reject()
    await expect(connect(hosted, family)).rejects.toMatchObject(refusal[family])
    expect(await visibleAccounts(hosted, family)).toEqual([])
  })

  it('keeps requests pending until the test decides', async () => {
    const hosted = host({ namespace: family })
    hosted.wallet.hang()
    const waiting = connect(hosted, family)
    await expect.poll(() => hosted.wallet.questions.length).toBe(1)
    hosted.wallet.reject()
    await expect(waiting).rejects.toMatchObject(refusal[family])
  })

  it('shows no accounts while locked, and connects without a new approval once unlocked', async () => {
    const hosted = host({ namespace: family })
    await connect(hosted, family)
    await hosted.wallet.lock()
    expect(await visibleAccounts(hosted, family)).toEqual([])
    expect(hosted.emitted.length).toBeGreaterThan(0)
    let answered = false
    const waiting = connect(hosted, family).then(() => {
      answered = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(answered).toBe(false)
    await hosted.wallet.unlock()
    await waiting
    expect(hosted.wallet.questions).toHaveLength(1)
  })

  it('with isTrusting, is connected from the start', async () => {
    const hosted = host({ namespace: family, isTrusting: true })
    expect(await visibleAccounts(hosted, family)).toEqual(hosted.wallet.addresses)
  })

  it('uses the given keys', async () => {
    const keys = ['11'.repeat(32), `0x${'22'.repeat(32)}`]
    const hosted = host({ namespace: family, keys })
    await connect(hosted, family)
    expect(await visibleAccounts(hosted, family)).toHaveLength(2)
    expect(hosted.wallet.addresses).not.toEqual(host({ namespace: family }).wallet.addresses)
    expect(() => host({ namespace: family, keys: ['11'] })).toThrow('32 bytes')
  })
})
