import {
  type Account,
  type Context,
  type NamespaceDriver,
  type Network,
  readWith,
  type Transactions,
  WalletModalError,
} from '@wallet-modal/kernel'
import { sendHandlers, tokenSources } from '@wallet-modal/kernel/assets'
import { stringToHex } from 'viem'
import { parseEvmAddress, toChecksum } from './address.js'
import type { Eip1193Provider } from './contract.js'
import { badAnswer, isRejection, isUnknownChain, isUnknownMethod } from './errors.js'
import { parseAddresses, parseChain, parseProvider, readAddresses, readChain, toHexChainId } from './provider.js'
import { createSendHandler } from './send/index.js'
import { createTokenSource } from './token-source.js'
import { createWalletAccess, type WalletAccess } from './transactions/wallet-access.js'

/** Quantity of JSON-RPC: `0x` and hex digits. */
const quantity = readWith((answer): bigint => {
  if (typeof answer !== 'string' || !/^0x[\da-f]{1,64}$/i.test(answer)) throw new Error('is not a quantity')
  return BigInt(answer)
})

const toAccounts = (addresses: readonly string[], provider: Eip1193Provider): readonly Account[] => {
  const { accountType } = provider
  // wallets may use a field of this name for other purposes
  const isDelegated = typeof accountType === 'function' && accountType() === 'smartAccount'
  return [...new Set(addresses.map(toChecksum))].map((address) =>
    isDelegated ? { address, type: 'smartAccount', isDelegated } : { address, type: 'eoa' },
  )
}

const switchTo = (provider: Eip1193Provider, network: Network): Promise<unknown> =>
  provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: toHexChainId(network.reference) }] })

/** EIP-3085. The wallet gets the chain's public URLs, never one that contains the site's project id. */
const addChain = (provider: Eip1193Provider, network: Network): Promise<unknown> =>
  provider.request({
    method: 'wallet_addEthereumChain',
    params: [
      {
        chainId: toHexChainId(network.reference),
        chainName: network.name,
        nativeCurrency: network.nativeCurrency,
        rpcUrls: network.rpcUrls,
        blockExplorerUrls: network.explorerUrl ? [network.explorerUrl] : null,
      },
    ],
  })

/** Some wallets reply before they have switched. */
const ARRIVAL_MS = 1000
const LOOK_MS = 50

async function arrives(provider: Eip1193Provider, { caipNetworkId }: Network): Promise<boolean> {
  for (let waited = 0; waited <= ARRIVAL_MS; waited += LOOK_MS) {
    if ((await readChain(provider)) === caipNetworkId) return true
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return false
}

const known = new WeakMap<Context, WalletAccess>()

/** Connected wallets of a modal, shared by driver and transactions. */
function walletsOf(ctx: Context): WalletAccess {
  const wallets = known.get(ctx) ?? createWalletAccess()
  known.set(ctx, wallets)
  return wallets
}

/** Imports the code of transactions. It is imported from here so that it shares this module's chunk, which connecting has already loaded. */
export const loadTransactions = async (ctx: Context): Promise<Transactions> =>
  (await import('./transactions/driver.js')).createEvmTransactions(ctx, walletsOf(ctx))

/** Driver for EIP-1193 wallets. */
export function createDriver(ctx: Context): NamespaceDriver<Eip1193Provider> {
  const wallets = walletsOf(ctx)
  ctx.add(sendHandlers, createSendHandler(ctx, wallets))
  ctx.add(tokenSources, createTokenSource(ctx))
  return {
    namespace: 'eip155',
    parseProvider(value) {
      const provider = parseProvider(value)
      wallets.remember(provider)
      return provider
    },
    isRejection,
    async connect(provider, { silent }) {
      const addresses = await readAddresses(provider, silent ? 'eth_accounts' : 'eth_requestAccounts')
      if (addresses.length === 0) return null
      return { accounts: toAccounts(addresses, provider), caipNetworkId: await readChain(provider) }
    },
    watch(provider, listener) {
      const onAccounts = (answer: unknown): void =>
        listener.accounts(toAccounts(parseAddresses(answer, 'accountsChanged'), provider))
      const onChain = (answer: unknown): void => listener.network(parseChain(answer))
      // "disconnect" means that the wallet lost its nodes temporarily; only a revoked permission ends the connection
      const onDisconnect = (): void => {
        readAddresses(provider, 'eth_accounts').then(
          (addresses) => {
            if (addresses.length === 0) listener.disconnected()
          },
          () => listener.disconnected(),
        )
      }
      const guarded = (run: (answer: unknown) => void) => (answer: unknown) => {
        try {
          run(answer)
        } catch (error) {
          ctx.log.warn('the wallet sent a broken event', error)
        }
      }
      const events = {
        accountsChanged: guarded(onAccounts),
        chainChanged: guarded(onChain),
        disconnect: guarded(onDisconnect),
      }
      for (const [event, run] of Object.entries(events)) {
        try {
          provider.on?.(event, run)
        } catch (error) {
          ctx.log.warn('the wallet cannot be listened to', error)
        }
      }
      return () => {
        for (const [event, run] of Object.entries(events)) provider.removeListener?.(event, run)
      }
    },
    async switchNetwork(provider, network) {
      try {
        await switchTo(provider, network)
      } catch (error) {
        if (!isUnknownChain(error)) throw error
        await addChain(provider, network)
        if (await arrives(provider, network)) return
        await switchTo(provider, network)
      }
      if (await arrives(provider, network)) return
      throw new WalletModalError(
        'SWITCH_FAILED',
        `The wallet did not switch to ${network.name}. Switch it there and try again.`,
      )
    },
    async revoke(provider) {
      try {
        await provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
      } catch (error) {
        if (!isUnknownMethod(error)) throw error
      }
    },
    async signMessage(provider, account, message) {
      const signature = await provider.request({
        method: 'personal_sign',
        params: [stringToHex(message), account.address],
      })
      if (typeof signature !== 'string' || !/^0x([\da-f]{2})+$/i.test(signature))
        throw badAnswer('personal_sign', 'a signature')
      return signature
    },
    balance: (account, network, signal) =>
      ctx.api
        .rpc(network.caipNetworkId)
        .read('eth_getBalance', [account.address, 'latest'], { schema: quantity, signal }),
    parseAddress: async (text) => parseEvmAddress(text),
  }
}
