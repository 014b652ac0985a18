import type { AccountNameRequest } from '@wallet-modal/kernel'
import { createFakeContext, createFakeNetwork, createFakeService } from '@wallet-modal/kernel/testing'
import { expect, it, vi } from 'vitest'
import { createEns } from './ens.js'

/** Offchain lookup (ERC-3668) of the primary name, as viem sends it. */
const { lookup, avatar } = vi.hoisted(() => ({
  lookup: { urls: [] as string[], name: 'zoe.eth' },
  avatar: { read: async (): Promise<string | null> => null },
}))
vi.mock('viem/ens', async (original) => ({
  ...(await original<typeof import('viem/ens')>()),
  // viem returns `null` if the Universal Resolver reports that a server failed
  getEnsName: ({ ccipRead }: { readonly ccipRead: { request(request: object): Promise<unknown> } }) =>
    ccipRead.request({ sender: '0x1', data: '0x2', urls: lookup.urls }).then(
      () => lookup.name,
      () => null,
    ),
  getEnsText: () => avatar.read(),
}))

const ALLOWED = 'https://gateway.example/{sender}/{data}'
const OTHER = 'https://tracker.example/{sender}/{data}'
const request: AccountNameRequest = {
  account: { address: `0x${'1'.repeat(40)}`, type: 'eoa' },
  network: createFakeNetwork('eip155:1'),
  signal: new AbortController().signal,
}

/** `get` returns the reply of the gateway. */
const createPlugin = (get: () => unknown) =>
  createEns(createFakeContext({ api: { service: () => createFakeService(get) } }), {
    gateways: ['https://gateway.example'],
  })

it('a name whose offchain records cannot be read is a failure, and not an account without a name', async () => {
  const offline = new Error('offline')
  let isOffline = true
  const ens = createPlugin(async () => {
    if (isOffline) throw offline
    return { data: '0x3' }
  })
  for (const urls of [[ALLOWED], [ALLOWED, OTHER], [OTHER, ALLOWED]]) {
    lookup.urls = urls
    await expect(ens.nameOf(request)).rejects.toBe(offline)
  }
  isOffline = false
  expect(await ens.nameOf(request)).toEqual({ name: 'zoe.eth' })
})

it('an account has no name if its offchain records are on servers that the site does not allow', async () => {
  lookup.urls = [OTHER]
  expect(await createPlugin(() => Promise.reject(new Error('no request expected'))).nameOf(request)).toBeNull()
})

it('an account has its name, also if the avatar of the name cannot be read', async () => {
  lookup.urls = [ALLOWED]
  const ens = createPlugin(() => ({ data: '0x3' }))
  avatar.read = async () => Promise.reject(new Error('too many requests'))
  expect(await ens.nameOf(request)).toEqual({ name: 'zoe.eth' })
  avatar.read = async () => 'https://pictures.example/zoe.png'
  expect(await ens.nameOf(request)).toEqual({ name: 'zoe.eth', avatarUrl: 'https://pictures.example/zoe.png' })
})
