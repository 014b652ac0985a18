import { ApiPromise, WsProvider } from '@polkadot/api'
import type { ApiOptions } from '@polkadot/api/types'
import type { KeyringPair } from '@polkadot/keyring/types'
import { localPolkadotNetwork } from '@wallet-modal/sandbox/server'
import { servePage } from './page.js'
import { createStage, type Stage } from './stage.js'

const { caipNetworkId } = localPolkadotNetwork
const socketUrl = (sandboxUrl: string): string => `${sandboxUrl.replace(/^http/, 'ws')}/v1/?chainId=${caipNetworkId}`

/** A development page with Polkadot and the sandbox wallet. Tests call its `window.actions`. `?evm` adds eip155. */
export const createPolkadotStage = (): Stage =>
  createStage({
    serve: (sandboxUrl) =>
      servePage({
        services: [sandboxUrl, sandboxUrl.replace(/^http/, 'ws')],
        development: true,
        body: '<button id="open">Connect wallet</button>',
        script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import { polkadot } from '@wallet-modal/polkadot'
      import { sandbox } from '@wallet-modal/sandbox'
      const query = new URLSearchParams(location.search)
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: [],
        theme: { mode: query.get('mode') ?? 'light' },
        plugins: [polkadot(), ...(query.has('evm') ? [eip155()] : []), connect(), account(), sandbox({ url: '${sandboxUrl}' })],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      const state = () => modal.connections.adapter('polkadot').state.peek()
      Object.assign(window, { sandboxModal: modal, actions: {
        transfer: async (library, to, amount) => {
          const { transferBy } = await import('./support/polkadot-libraries.page.ts')
          const { provider: extension, account: { address: from } } = state()
          return transferBy[library]({ extension, from, to, amountBase: BigInt(amount), url: '${socketUrl(sandboxUrl)}' })
        },
        signMessage: (message) => modal.connections.adapter('polkadot').signMessage(message),
        signRaw: (request) => state().provider.signer.signRaw(request),
        signPayload: (payload) => state().provider.signer.signPayload(payload),
        balance: async () => String(await modal.connections.adapter('polkadot').balance()),
        switchAccount: async (address) => modal.connections.adapter('polkadot').switchAccount(address),
        disconnect: () => modal.connections.disconnect('polkadot'),
      } })`,
      }),
  })

/** A separate client that reads the Polkadot chain. */
export async function connectPolkadot(sandboxUrl: string) {
  const provider: unknown = new WsProvider(socketUrl(sandboxUrl))
  const api = await ApiPromise.create({ provider, noInitWarn: true } as ApiOptions)
  return {
    /** Free balance in plancks. */
    async free(address: string): Promise<bigint> {
      const info: unknown = await api.query.system?.account?.(address)
      return BigInt(String(Object(info).data.free))
    },
    /** In base units; `undefined` if the account has no entry for the asset. */
    async asset(number: string, address: string): Promise<bigint | undefined> {
      const held: unknown = await api.query.assets?.account?.(number, address)
      return Object(held).isSome ? BigInt(String(Object(held).unwrap().balance)) : undefined
    },
    /** All assets of the chain, with the account's balances. Throws if the account has no entry for one of the assets. */
    async assets(address: string) {
      const all = (await api.query.assets?.metadata?.entries()) ?? []
      return Promise.all(
        all.map(async ([{ args }, metadata]) => {
          const number = String(args[0])
          const { name, symbol, decimals } = Object(metadata)
          const { balance, isFrozen } = Object(await api.query.assets?.account?.(number, address)).unwrap()
          return {
            ...{ address: number, name: name.toUtf8(), symbol: symbol.toUtf8(), decimals: decimals.toNumber() },
            ...{ amount: BigInt(String(balance)), ...(isFrozen.isTrue && { isFrozen: true }) },
          }
        }),
      )
    },
    /** SCALE encoding of a call given by its names in @polkadot/api, such as `balances` and `transferKeepAlive`. */
    encode(pallet: string, method: string, args: readonly unknown[]): string {
      const create = api.tx[pallet]?.[method]
      if (!create) throw new Error(`The chain has no call ${pallet}.${method}.`)
      return create(...args).method.toHex()
    },
    height: async () => (await api.rpc.chain.getHeader()).number.toNumber(),
    blockHash: async (block: number) => (await api.rpc.chain.getBlockHash(block)).toHex(),
    /** Signature that a wallet with this key returns. */
    sign(key: KeyringPair, payload: object): string {
      const made = api.registry.createType('ExtrinsicPayload', payload, { version: 4 })
      const { signature } = made.sign(key)
      return signature
    },
    genesisHash: api.genesisHash.toHex(),
    close: () => api.disconnect(),
  }
}
