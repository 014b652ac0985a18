import * as wagmi from '@wagmi/core'
import * as wagmi2 from '@wagmi/core-2'
import type { WalletModal } from '@wallet-modal/kernel'
import { mainnet } from 'viem/chains'
import { expect, it } from 'vitest'
import { walletModal } from './wagmi.js'

/** Like an import from a module with 'use client' in a server component: React throws when a property is read. */
const clientReference: WalletModal = new Proxy(Object.create(null), {
  get: (_, name) => {
    throw new Error(`Cannot access ${String(name)} on the server.`)
  },
})

it.each<[string, typeof wagmi]>([
  ['wagmi 3', wagmi],
  ['wagmi 2', wagmi2 as unknown as typeof wagmi],
])(
  "on a server, the config of %s is created with a client reference as the modal, as in wagmi's recipe",
  async (_, core) => {
    const { cookieStorage, cookieToInitialState, createConfig, createStorage, http } = core
    const config = createConfig({
      chains: [mainnet],
      connectors: [walletModal(clientReference)],
      transports: { [mainnet.id]: http() },
      ssr: true,
      storage: createStorage({ storage: cookieStorage }),
    })
    await expect(config.connectors[0]?.setup?.()).resolves.toBeUndefined()
    const state = { state: { chainId: 1, connections: { __type: 'Map', value: [] }, current: null }, version: 2 }
    const cookie = `wagmi.store=${JSON.stringify(state)}`
    expect(cookieToInitialState(config, cookie)).toMatchObject({ chainId: 1, current: null })
  },
)
