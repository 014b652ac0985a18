import {
  authenticator,
  type Context,
  type HandshakeRequest,
  lazyOnce,
  type NamespaceDriver,
  type Transactions,
} from '@wallet-modal/kernel'
import { invalidReply, sendHandlers, tokenSources } from '@wallet-modal/kernel/assets'
import { stringToHex } from 'viem'
import { parseEvmAddress } from './address.js'
import { readBalance } from './assets/balance.js'
import { createTokenSource } from './assets/source.js'
import type { Eip1193Provider } from './contract.js'
import { isRejection, isUnknownMethod } from './errors.js'
import { createSendHandler } from './send/handler.js'
import { createWalletAccess, type WalletAccess } from './transactions/wallet-access.js'
import { toAccounts } from './wallets/accounts.js'
import { parseProvider } from './wallets/parse-provider.js'
import { readAddresses, readChain } from './wallets/provider.js'
import { switchNetwork } from './wallets/switch-network.js'
import { watchProvider } from './wallets/watch-provider.js'

const walletsByContext = new WeakMap<Context, WalletAccess>()

/** Returns the `WalletAccess` of a plugin context, and creates it at the first call. The driver and the transactions share it. */
function walletsOf(ctx: Context): WalletAccess {
  const wallets = walletsByContext.get(ctx) ?? createWalletAccess()
  walletsByContext.set(ctx, wallets)
  return wallets
}

/** Imports the code for transactions. In the same module as the driver, so that bundlers put the code that both use into the driver's chunk. */
export const loadTransactions = async (ctx: Context): Promise<Transactions> =>
  (await import('./transactions/driver.js')).createEvmTransactions(ctx, walletsOf(ctx))

const loadSignIn = lazyOnce(() => import('./wallets/sign-in.js'))

/**
 * Connects and signs in with one approval (ERC-7846). Resolves to the addresses, or to `null` if the caller must connect without signing in. This is
 * also the case if the wallet is on another network than the requested one: after the network switch, the visitor would have to sign in again.
 */
async function connectBySigningIn(
  ctx: Context,
  provider: Eip1193Provider,
  { caipNetworkId: requested, signal }: HandshakeRequest,
): Promise<readonly string[] | null> {
  const signer = ctx.maybe(authenticator)
  if (!signer || provider.hasSession) return null
  try {
    const current = await readChain(provider)
    if (requested !== undefined && requested !== current) return null
    const networks = ctx.networks.peek().filter(({ namespace }) => namespace === 'eip155')
    const { caipNetworkId } = networks.find((one) => one.caipNetworkId === current) ?? networks[0] ?? {}
    const { connectAndSignIn } = await loadSignIn()
    return caipNetworkId ? await connectAndSignIn(provider, { caipNetworkId, authenticator: signer, signal }) : null
  } catch (error) {
    if (isRejection(error)) throw error
    ctx.log.info('the wallet did not sign in while connecting', error)
    return null
  }
}

/** Driver for EIP-1193 wallets. */
export function createDriver(ctx: Context): NamespaceDriver<Eip1193Provider> {
  const wallets = walletsOf(ctx)
  ctx.add(sendHandlers, createSendHandler(ctx, wallets))
  ctx.add(tokenSources, createTokenSource(ctx))
  if (ctx.maybe(authenticator)) loadSignIn().catch(() => null) // preloads the code; after a failure, it is loaded when a wallet connects
  return {
    namespace: 'eip155',
    parseProvider(value) {
      const provider = parseProvider(value)
      wallets.remember(provider)
      return provider
    },
    isRejection,
    async connect(provider, request) {
      const { silent, signal } = request
      const signedIn = silent ? null : await connectBySigningIn(ctx, provider, request)
      if (signal.aborted) return null // the visitor has cancelled: the wallet must not prompt
      const addresses = signedIn ?? (await readAddresses(provider, silent ? 'eth_accounts' : 'eth_requestAccounts'))
      if (addresses.length === 0) return null
      return { accounts: toAccounts(addresses, provider), caipNetworkId: await readChain(provider) }
    },
    watch: (provider, listener) => watchProvider(ctx, provider, listener),
    switchNetwork,
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
        throw invalidReply('personal_sign', 'a signature')
      return signature
    },
    balance: (account, network, signal) => readBalance(ctx, account, network, signal),
    parseAddress: async (text) => parseEvmAddress(text),
  }
}
