import * as v from 'valibot'
import { createEip155Wallet, type SandboxProvider } from '../wallet/eip155/provider.js'
import { createSigner } from '../wallet/eip155/signer.js'
import { badParams, unsupported } from '../wallet/errors.js'
import { evmKeys } from './keys.js'
import type { CreateProtocol } from './wallet-protocol.js'
import { activeFirst, walletOptionsFor, walletStorageOf } from './wallet-state.js'

const addChainSchema = v.object({
  chainId: v.pipe(v.string(), v.regex(/^0x[\da-f]{1,14}$/i)),
  chainName: v.optional(v.string()),
  nativeCurrency: v.optional(v.object({ name: v.string(), symbol: v.string(), decimals: v.number() })),
  rpcUrls: v.array(v.string()),
})

const toHexChain = (caipNetworkId: string): string => `0x${BigInt(caipNetworkId.slice('eip155:'.length)).toString(16)}`

/** Scripted EVM wallet: the sandbox's EVM wallet plus `wallet_addEthereumChain`. Supports `wallet_connect` only if `signsInOnConnect` is set. */
export const createEip155Protocol: CreateProtocol = (state, keys, emit) => {
  const signer = createSigner(evmKeys(keys))
  const providers = new Map<string, SandboxProvider>()
  const addresses = () => activeFirst(state, signer.addresses, (address) => address)

  const providerFor = (origin: string): SandboxProvider => {
    const existing = providers.get(origin)
    if (existing) return existing
    const created = createEip155Wallet({
      ...walletOptionsFor(state, origin),
      networks: state.networks,
      signer: async () => ({ ...signer, addresses: addresses() }),
    })
    created.on('accountsChanged', (payload) => emit(origin, { event: 'accountsChanged', payload }))
    // `null`: all origins, because all sites share the active network of the wallet
    created.on('chainChanged', (payload) => emit(null, { event: 'chainChanged', payload }))
    providers.set(origin, created)
    return created
  }
  const addNetwork = async (request: unknown): Promise<null> => {
    const parsed = v.safeParse(addChainSchema, request)
    if (!parsed.success) throw badParams('Expected [{ chainId, rpcUrls }].')
    const { chainId, chainName: name = chainId, nativeCurrency, rpcUrls } = parsed.output
    const reference = BigInt(chainId).toString()
    const caipNetworkId = `eip155:${reference}`
    if (state.networks.some((one) => one.caipNetworkId === caipNetworkId)) return null
    const facts = [{ label: 'network', value: name }] as const
    await state.script.ask({ kind: 'network', address: addresses()[0] ?? '', caipNetworkId, facts })
    const currency = nativeCurrency ?? { name: 'Ether', symbol: 'ETH', decimals: 18 }
    state.networks.push({ caipNetworkId, namespace: 'eip155', reference, name, nativeCurrency: currency, rpcUrls })
    return null
  }
  return {
    addresses,
    async answer(origin, method, [params]) {
      if (method === 'wallet_addEthereumChain') return addNetwork(Array.isArray(params) ? params[0] : undefined)
      if (method === 'wallet_connect' && !state.signsInOnConnect) throw unsupported(method)
      return providerFor(origin).request({ method, params })
    },
    async events(origin, of) {
      if (of === 'network') return [{ event: 'chainChanged', payload: toHexChain(state.networkId) }]
      const visible = walletStorageOf(state, origin).get().connected ? addresses() : []
      return [{ event: 'accountsChanged', payload: visible }]
    },
  }
}
