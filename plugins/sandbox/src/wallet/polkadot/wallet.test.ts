import { disconnected, type Network } from '@wallet-modal/kernel'
import { createFakeContext } from '@wallet-modal/kernel/testing'
import { describe, expect, it } from 'vitest'
import type { ApprovalRequest } from '../../contract.js'
import { rejected } from '../errors.js'
import { accounts } from './accounts.js'
import { createPolkadotWallet, type SandboxExtension } from './wallet.js'

const reference = '45'.repeat(16)
const network: Network = {
  caipNetworkId: `polkadot:${reference}`,
  namespace: 'polkadot',
  reference,
  name: 'Sandbox Polkadot',
  nativeCurrency: { name: 'Sandbox ROC', symbol: 'ROC', decimals: 12 },
  rpcUrls: [],
}
const [{ address }] = accounts

/** Wallet with a visitor who approves or rejects every request. `disconnect` emits the kernel's event `disconnected`. */
function walletOf({ agrees = true, connected = false } = {}) {
  const approvalRequests: Omit<ApprovalRequest, 'domain'>[] = []
  let remembered = { connected, caipNetworkId: network.caipNetworkId }
  const ctx = createFakeContext()
  const enable = createPolkadotWallet({
    ctx,
    host: 'site.test',
    networks: [network],
    ask: async (request) => {
      approvalRequests.push(request)
      if (!agrees) throw rejected()
    },
    walletStorage: {
      get: () => remembered,
      set: (change) => {
        remembered = { ...remembered, ...change }
      },
    },
  })
  return { enable, approvalRequests, disconnect: (namespace: string) => ctx.emit(disconnected, { namespace }) }
}
const connectSite = async ({ enable }: ReturnType<typeof walletOf>): Promise<SandboxExtension> => {
  const extension = await enable({ silent: false })
  if (!extension) throw new Error('The wallet did not connect.')
  return extension
}

describe('connecting a site', () => {
  it('provides accounts that can be used on the sandbox chain only, by their genesis hash', async () => {
    const extension = await connectSite(walletOf())
    for (const { genesisHash } of await extension.accounts.get())
      expect(genesisHash?.slice(2, 34)).toBe(network.reference)
  })

  it('never prompts in a silent connect', async () => {
    const unknownSite = walletOf()
    expect([await unknownSite.enable({ silent: true }), unknownSite.approvalRequests]).toEqual([null, []])
    const known = walletOf({ connected: true })
    expect(await (await known.enable({ silent: true }))?.accounts.get()).toEqual(accounts)
    expect(known.approvalRequests).toEqual([])
  })

  it('prompts once, with every account that the site would get', async () => {
    const wallet = walletOf()
    expect(await connectSite(wallet)).toBe(await connectSite(wallet))
    expect(wallet.approvalRequests).toHaveLength(1)
    const [{ kind, address: first, facts } = { kind: '', address: '', facts: [] }] = wallet.approvalRequests
    expect([kind, first, ...facts.map(({ value }) => value)]).toEqual([
      'connect',
      ...accounts.map((one) => one.address),
    ])
  })

  it('gives the site no permission if the visitor rejects', async () => {
    const wallet = walletOf({ agrees: false })
    await expect(wallet.enable({ silent: false })).rejects.toMatchObject({ code: 4001 })
    expect(await wallet.enable({ silent: true })).toBeNull()
  })

  it('removes the permission when its own connection ends, not when another wallet or family disconnects', async () => {
    const wallet = walletOf()
    const extension = await connectSite(wallet)
    const sign = (): Promise<unknown> => extension.signer.signRaw({ address, data: '0x00' })
    const accountCounts: number[] = []
    wallet.disconnect('eip155')
    const stop = extension.accounts.subscribe((list) => accountCounts.push(list.length)) // like an active connection
    wallet.disconnect('polkadot')
    expect(await wallet.enable({ silent: true })).toBe(extension)
    await sign()
    stop()
    wallet.disconnect('polkadot')
    expect(await extension.accounts.get()).toEqual([])
    await expect(sign()).rejects.toMatchObject({ code: 4100 })
    await connectSite(wallet)
    expect(accountCounts).toEqual([accounts.length])
    expect(wallet.approvalRequests.map(({ kind }) => kind)).toEqual(['connect', 'message', 'connect'])
  })
})

describe('signing messages', () => {
  it('shows text as text and other bytes as hex', async () => {
    const wallet = walletOf({ connected: true })
    const { signer } = await connectSite(wallet)
    await signer.signRaw({ address, data: `0x${Buffer.from('grüße').toString('hex')}`, type: 'bytes' })
    await signer.signRaw({ address, data: '0xff00' })
    expect(wallet.approvalRequests.map(({ kind, payload }) => [kind, payload])).toEqual([
      ['message', 'grüße'],
      ['message', '0xff00'],
    ])
  })

  it.each([
    [{ data: 'hello' }, -32602],
    [{ data: '0x00', type: 'payload' }, -32602],
    [{ data: '0x00', type: 'other' }, -32602],
    [{ data: '0x00', address: 'nobody' }, 4100],
  ])('rejects %j without a prompt', async (change, code) => {
    const wallet = walletOf({ connected: true })
    const { signer } = await connectSite(wallet)
    await expect(signer.signRaw({ address, ...change })).rejects.toMatchObject({ code })
    expect(wallet.approvalRequests).toEqual([])
  })
})
