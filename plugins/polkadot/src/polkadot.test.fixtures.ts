import { Keyring } from '@polkadot/keyring'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { type Connected, type Connector, createWalletModal, type Network } from '@wallet-modal/kernel'
import { afterEach, vi } from 'vitest'
import known from '../networks.json' with { type: 'json' }
import type { InjectedAccount, SignRawRequest } from './contract.js'
import { polkadot as plugin } from './index.js'

await cryptoWaitReady()
export const keyring = new Keyring({ ss58Format: 42 })
export const sr = keyring.addFromUri('//Alice', {}, 'sr25519')
export const ed = keyring.addFromUri('//Alice', {}, 'ed25519')
export const ethereum = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

export const networkNamed = (name: string): Network => {
  const found = known.find((one) => one.name === name)
  if (!found) throw new Error(`no ${name}`)
  return { ...found }
}
export const mythos: Network = {
  ...networkNamed('Polkadot'),
  caipNetworkId: 'polkadot:f6ee56e9c5277df5b4ce6ae9983ee88f',
  reference: 'f6ee56e9c5277df5b4ce6ae9983ee88f',
  name: 'Mythos',
}

/** Injects an in-memory extension in the format of `injectExtension` of @polkadot/extension-inject. */
export function inject(name: string, list: readonly InjectedAccount[]) {
  const listeners = new Set<(accounts: readonly InjectedAccount[]) => unknown>()
  const state = { list, siteNames: [] as string[], signed: [] as SignRawRequest[], error: undefined as unknown }
  const enable = async (site: string) => {
    state.siteNames.push(site)
    if (state.error !== undefined) throw state.error
    return {
      accounts: {
        get: async () => state.list,
        subscribe(listener: (accounts: readonly InjectedAccount[]) => unknown) {
          listeners.add(listener)
          listener(state.list)
          return () => listeners.delete(listener)
        },
      },
      signer: {
        async signRaw(request: SignRawRequest) {
          state.signed.push(request)
          if (state.error !== undefined) throw state.error
          return { id: 1, signature: `0x${'ab'.repeat(64)}` }
        },
      },
    }
  }
  const all: Record<string, unknown> = Reflect.get(window, 'injectedWeb3') ?? {}
  Reflect.set(window, 'injectedWeb3', { ...all, [name]: { enable, version: '1.2.3' } })
  return {
    ...state,
    state,
    listeners,
    change(next: readonly InjectedAccount[]) {
      state.list = next
      for (const listener of listeners) listener(next)
    },
  }
}

export const start = (
  networks = [networkNamed('Polkadot'), networkNamed('Kusama'), networkNamed('Polkadot Asset Hub')],
  options = {},
) => {
  const modal = createWalletModal({
    id: 'polkadot',
    metadata: { name: 'Test Site' },
    plugins: [plugin(options)],
    networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  const adapter = modal.connections.adapter('polkadot')
  return {
    modal,
    adapter,
    connection(): Connected {
      const state = adapter.state.peek()
      if (state.status !== 'connected') throw new Error(`It is ${state.status}.`)
      return state
    },
    async connectorNamed(name: string): Promise<Connector> {
      await adapter.discover()
      return vi.waitFor(() => {
        const found = adapter.connectors.peek().find((one) => one.name === name)
        if (!found) throw new Error(`no connector ${name}`)
        return found
      })
    },
    async connect(name = 'polkadot{.js}') {
      return modal.connections.connect(await this.connectorNamed(name))
    },
    [Symbol.dispose]: () => modal.dispose(),
  }
}

/** Each test file must call this function: hooks of a shared module run only in the first file that loads the module. */
export function resetEachTest(): void {
  afterEach(() => {
    localStorage.clear()
    Reflect.deleteProperty(window, 'injectedWeb3')
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

export const accounts: readonly InjectedAccount[] = [
  { address: sr.address, type: 'sr25519', name: 'Main' },
  { address: ed.address, type: 'ed25519' },
  { address: ethereum, type: 'ethereum' },
]
export const addresses = (connection: Connected): readonly string[] => connection.accounts.map((one) => one.address)
export const on = (prefix: number, pair = sr): string => keyring.encodeAddress(pair.publicKey, prefix)
